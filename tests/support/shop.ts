// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import type { CartLine, GiftCard, Order, PurchasedGiftCard } from '../../contract/shop.ts';
import { insertCodes } from '../../server/features/shop/codes/gift-card-code-store.ts';
import { openVault } from '../../server/features/shop/codes/open-vault.ts';
import { sealCode } from '../../server/features/shop/codes/seal-code.ts';
import { insertGiftCard, type NewGiftCard } from '../../server/features/shop/gift-cards/gift-card-store.ts';
import { getBalances } from '../../server/ledger/balances.ts';
import type { Clock } from '../../server/platform/clock.ts';
import type { Database } from '../../server/platform/db/database.ts';
import type { Task } from '../../server/platform/jobs/outbox.ts';
import { createStorage, type Storage } from '../../server/platform/storage/storage.ts';
import type { Vault } from '../../server/platform/vault/vault.ts';
import { startTestApp, type TestApp, testSecret } from './app.ts';
import { createPlayer, type NewPlayer } from './factories.ts';

export interface Shopper {
  id: string;
  token: string;
}

interface Refused {
  code?: string;
  message: string;
}

export interface ShopTest {
  test: TestApp;
  deps: { db: Database; clock: Clock; vault: Vault; storage: Storage; worth: null };
  shopper(options?: NewPlayer): Promise<Shopper>;
  /** A gift card of 100 GC with that many codes in stock (default 3), or with the given codes. */
  card(options?: Partial<NewGiftCard> & { codes?: number | readonly string[] }): Promise<string>;
  addCodes(giftCardId: string, codes: readonly string[]): Promise<void>;
  checkout(
    shopper: Shopper,
    items: CartLine[],
    key?: string,
  ): Promise<{ status: number; data: Order & { problems: unknown[] } } & Refused>;
  reveal(shopper: Shopper, purchaseId: string): Promise<{ status: number; hashCode?: string } & Refused>;
  list(shopper: Shopper): Promise<GiftCard[]>;
  purchases(shopper: Shopper): Promise<PurchasedGiftCard[]>;
  gamerCoins(shopper: Shopper): Promise<number>;
  /** The card's codes in stock. */
  stock(giftCardId: string): Promise<number>;
  /** Runs the waiting jobs for these domain events; returns their payloads. */
  runPromotions(name: string): Promise<unknown[]>;
  /** The same as the app's (tests/support/app.ts). */
  leaveDatabase: TestApp['leaveDatabase'];
  close(): Promise<void>;
}

/** A cart line with the default price of `card`. */
export const line = (giftCardId: string, quantity = 1, gcCoin = 100): CartLine => ({
  giftCardId,
  quantity,
  gcCoin,
});

export const randomCode = () => randomUUID().slice(0, 18).toUpperCase();

/** A gift card without codes: by default 100 GC, on sale, not delivered by hand. */
export function createCard(
  db: Database,
  changed: Partial<NewGiftCard> & { at?: Date } = {},
): Promise<string> {
  const words = { title: 'Test Card', description: 'A card for tests', type: 'psn', image: '' };
  const terms = { gcCoin: 100, isActive: true, isFulfilledByHand: false, promiseHours: 24 };
  return db.transaction((tx) => insertGiftCard(tx, { ...words, ...terms, at: new Date(), ...changed }));
}

/** All coins can buy gift cards. */
export const nothingFrozen = { cardHoldMs: 0, isBonusFrozen: false };

/** The real app with functions that fill its shop and buy from it. */
export async function startShopTest(options?: Parameters<typeof startTestApp>[0]): Promise<ShopTest> {
  const test = await startTestApp(options);
  const { db, clock, call } = test;
  const vault = openVault({ keys: undefined, fingerprintSecret: undefined }, testSecret);
  const deps = { db, clock, vault, storage: createStorage(join(test.dataDir, 'media')), worth: null };

  const addCodes: ShopTest['addCodes'] = async (giftCardId, texts) => {
    const sealed = texts.map((code) => sealCode(deps.vault, code));
    await db.transaction((tx) => insertCodes(tx, { giftCardId, purchaseId: null, codes: sealed }));
  };

  return {
    test,
    deps,
    addCodes,
    async shopper(options = {}) {
      const { id } = await createPlayer(db, { gamerCoins: 1000, ...options });
      return { id, token: await test.signIn(id) };
    },
    async card({ codes: given = 3, ...options } = {}) {
      const id = await createCard(db, { at: clock.now(), ...options });
      await addCodes(id, typeof given === 'number' ? Array.from({ length: given }, randomCode) : given);
      return id;
    },
    async checkout({ token }, items, key = randomUUID()) {
      const answer = await call({ method: 'POST', url: '/cart/checkout', token, key, payload: { items } });
      return { status: answer.statusCode, ...answer.json() };
    },
    async reveal({ token }, purchaseId) {
      const answer = await call({ method: 'POST', url: `/gift-card/purchases/${purchaseId}/reveal`, token });
      const { data, ...body } = answer.json();
      return { status: answer.statusCode, hashCode: data?.hashCode, ...body };
    },
    list: async ({ token }) => (await call({ url: '/gift-card/get', token })).json().data,
    purchases: async ({ token }) =>
      (await call({ url: '/auth/get-profile', token })).json().data.purchasedGiftCards,
    gamerCoins: async ({ id }) => (await getBalances(db, id)).gamerCoins,
    async stock(giftCardId) {
      const { codes } = await db.one<{ codes: number }>(sql`
        select count(*) as codes from gift_card_codes where gift_card_id = ${giftCardId} and purchase_id is null`);
      return codes;
    },
    async runPromotions(name) {
      const jobs = await db.rows<{ id: number; payload: unknown }>(sql`
        select jobs.id, payload from graphile_worker._private_jobs jobs
        join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
        where tasks.identifier = ${name} order by jobs.id`);
      for (const { payload } of jobs) await (test.app.tasks[name] as Task)(payload as never);
      await db.run(
        sql`delete from graphile_worker._private_jobs where id = any (${jobs.map(({ id }) => id)})`,
      );
      return jobs.map(({ payload }) => payload);
    },
    leaveDatabase: () => test.leaveDatabase(),
    close: () => test.close(),
  };
}
