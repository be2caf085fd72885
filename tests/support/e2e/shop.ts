// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { accountsApi } from '../../../contract/accounts.ts';
import { insertCodes } from '../../../server/features/shop/codes/gift-card-code-store.ts';
import { importCodes } from '../../../server/features/shop/codes/import-codes.ts';
import { openVault } from '../../../server/features/shop/codes/open-vault.ts';
import { sealCode } from '../../../server/features/shop/codes/seal-code.ts';
import {
  insertGiftCard,
  type NewGiftCard,
} from '../../../server/features/shop/gift-cards/gift-card-store.ts';
import { deliverRequest } from '../../../server/features/shop/purchases/deliver-request.ts';
import { refundPurchase } from '../../../server/features/shop/purchases/refund-purchase.ts';
import { systemClock } from '../../../server/platform/clock.ts';
import type { Database } from '../../../server/platform/db/database.ts';
import { loadSandboxSecret } from '../../../server/platform/secrets.ts';
import { createPlayer } from '../factories.ts';
import type { RunningApp } from './app.ts';
import { inDatabase, withDatabase } from './database.ts';
import { ask, uniqueName } from './play.ts';

export interface CardOnSale {
  id: string;
  title: string;
  gcCoin: number;
  codes: readonly string[];
}

type Parts = Partial<NewGiftCard> & { codes?: number };

/** Puts a new card on sale in a running app, with that many codes in stock. */
export async function putOnSale(app: RunningApp, parts: Parts = {}): Promise<CardOnSale> {
  const [card] = await putAllOnSale(app, [parts]);
  return card as CardOnSale;
}

/** The same for several cards, the last one the newest. */
export async function putAllOnSale(app: RunningApp, cards: readonly Parts[]): Promise<CardOnSale[]> {
  const vault = await getVault(app);
  const began = Date.now();
  return inDatabase(app, async (tx) => {
    const onSale: CardOnSale[] = [];
    for (const [place, { codes: count = 3, ...parts }] of cards.entries()) {
      const card = { ...someCard(), at: new Date(began + place), ...parts };
      const id = await insertGiftCard(tx, card);
      const codes = Array.from({ length: count }, () => randomUUID().slice(0, 18).toUpperCase());
      const sealed = codes.map((code) => sealCode(vault, code));
      sealed.sort((a, b) => Buffer.compare(a.fingerprint, b.fingerprint));
      await insertCodes(tx, { giftCardId: id, purchaseId: null, codes: sealed });
      onSale.push({ id, title: card.title, gcCoin: card.gcCoin, codes });
    }
    return onSale;
  });
}

function someCard() {
  return {
    title: uniqueName('Card '),
    description: 'Store credit',
    type: 'psn',
    gcCoin: 100,
    isActive: true,
    isFulfilledByHand: false,
    promiseHours: 24,
    image: '',
  };
}

export function changePrice(app: RunningApp, { id }: CardOnSale, gcCoin: number): Promise<unknown> {
  return inDatabase(app, (tx) => tx.run(sql`update gift_cards set gc_coin = ${gcCoin} where id = ${id}`));
}

export function takeOffSale(app: RunningApp, { id }: CardOnSale): Promise<unknown> {
  return inDatabase(app, (tx) => tx.run(sql`update gift_cards set is_active = false where id = ${id}`));
}

/** Delivers this player's only purchase by hand, as an administrator. */
export async function deliverByHand(app: RunningApp, page: Page, code: string): Promise<void> {
  const purchaseId = await onlyPurchase(page);
  const vault = await getVault(app);
  const outcome = await withDatabase(app, async (db) => {
    const actorId = await anAdministrator(db);
    return deliverRequest(
      { actorId, purchaseId, isDelivered: true, code },
      { db, vault, clock: systemClock },
    );
  });
  expect(outcome).toMatchObject({ isDelivered: true });
}

/** Refunds it as unobtainable, long after the promised time. */
export async function refundByHand(app: RunningApp, page: Page): Promise<void> {
  const purchaseId = await onlyPurchase(page);
  const muchLater = { now: () => new Date(Date.now() + 31 * 24 * 3_600_000) };
  const outcome = await withDatabase(app, async (db) =>
    refundPurchase(
      {
        actorId: await anAdministrator(db),
        purchaseId,
        reason: 'for a test',
        idempotencyKey: randomUUID(),
      },
      { db, clock: muchLater },
    ),
  );
  expect(outcome).toMatchObject({ _id: purchaseId });
}

async function onlyPurchase(page: Page): Promise<string> {
  const { purchasedGiftCards } = await ask(page, accountsApi.getProfile);
  expect(purchasedGiftCards).toHaveLength(1);
  return purchasedGiftCards[0]?._id as string;
}

/** Somebody other than the buyer, because nobody delivers to themselves. */
async function anAdministrator(db: Database): Promise<string> {
  return (await createPlayer(db, { role: 'SUPER_ADMIN' })).id;
}

async function getVault(app: RunningApp) {
  return openVault({ keys: undefined, fingerprintSecret: undefined }, await loadSandboxSecret(app.dataDir));
}

/** Finds the card in the shop by its title and presses its button that many times. */
export async function addToCart(page: Page, { title }: CardOnSale, times = 1): Promise<void> {
  await page.goto(`/products?q=${encodeURIComponent(title)}`);
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });
  for (let pressed = 1; pressed <= times; pressed += 1) {
    await card.getByRole('button', { name: 'ADD TO CART' }).click();
    await expect(card.getByText(`${pressed} in cart`)).toBeVisible();
  }
}

export function getRow(page: Page, { title }: CardOnSale) {
  return page.getByRole('row').filter({ hasText: title });
}

/** Adds codes for the card, like an administrator's import. */
export async function restock(app: RunningApp, { id }: CardOnSale): Promise<void> {
  const vault = await getVault(app);
  const outcome = await withDatabase(app, async (db) =>
    importCodes(
      {
        actorId: await anAdministrator(db),
        giftCardId: id,
        file: Buffer.from(randomUUID().slice(0, 18).toUpperCase()),
        isDryRun: false,
        leavesImplausible: false,
        idempotencyKey: randomUUID(),
      },
      { db, clock: systemClock, vault, worth: null },
    ),
  );
  expect(outcome).toMatchObject({ added: 1 });
}
