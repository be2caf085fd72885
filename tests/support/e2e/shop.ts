import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { insertGiftCard, type NewGiftCard } from '../../../server/features/shop/card-store.ts';
import { insertCodes } from '../../../server/features/shop/code-store.ts';
import { sealCode } from '../../../server/features/shop/seal-code.ts';
import { keptSecret } from '../../../server/platform/secrets.ts';
import { openVault } from '../../../server/platform/vault/open-vault.ts';
import type { RunningApp } from './app.ts';
import { inDatabase } from './database.ts';
import { uniqueName } from './play.ts';
import { expect } from './test.ts';

export interface CardOnSale {
  id: string;
  title: string;
  gcCoin: number;
  codes: readonly string[];
}

type Parts = Partial<NewGiftCard> & { codes?: number };

/** Puts a card of its own on sale in a running app, with so many codes in stock. */
export async function putOnSale(app: RunningApp, parts: Parts = {}): Promise<CardOnSale> {
  const [card] = await putAllOnSale(app, [parts]);
  return card as CardOnSale;
}

/** The same for several, the last one the newest. */
export async function putAllOnSale(app: RunningApp, cards: readonly Parts[]): Promise<CardOnSale[]> {
  const vault = openVault({ keys: undefined, fingerprintSecret: undefined }, await keptSecret(app.dataDir));
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

/** What an administrator does when a promised card cannot be had: gives it up, as far as the player's pages see. */
export function markRefunded(app: RunningApp, { id }: CardOnSale): Promise<unknown> {
  return inDatabase(app, (tx) =>
    tx.run(sql`
      with refunded as (
        update purchases set status = 'refunded', refunded_at = now() where gift_card_id = ${id}
        returning player_id, id)
      select publish_live_event(player_id, 'purchase',
        jsonb_build_object('purchaseId', id, 'status', 'refunded')) from refunded`),
  );
}

/** Finds the card in the shop by its title and presses its button so many times. */
export async function addToCart(page: Page, { title }: CardOnSale, times = 1): Promise<void> {
  await page.goto(`/products?q=${encodeURIComponent(title)}`);
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });
  for (let pressed = 1; pressed <= times; pressed += 1) {
    await card.getByRole('button', { name: 'ADD TO CART' }).click();
    await expect(card.getByText(`${pressed} in cart`)).toBeVisible();
  }
}

export function rowOf(page: Page, { title }: CardOnSale) {
  return page.getByRole('row').filter({ hasText: title });
}
