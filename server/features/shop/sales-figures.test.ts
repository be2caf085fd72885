// SPDX-License-Identifier: Apache-2.0

import { randomBytes, randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeEach, expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import { createCard } from '../../../tests/support/shop.ts';
import { recordReveal } from './codes/gift-card-code-store.ts';
import { countReplaced, getCardMargins, readCodeCosts, readStock, sumCardSales } from './overview-queries.ts';
import { cardFigures } from './purchases/figure-queries.ts';
import { countPurchases, countPurchasesByPlayer } from './purchases/purchase-count-store.ts';

const db = openTestDatabase({ poolSize: 2 });
/** Each test has its own year, so that its spans contain nothing from other tests. */
let year = 2000;
beforeEach(() => {
  year++;
});

/** The 10th and 11th of March, the only days that each test queries. */
const at = (time: string) => new Date(`${year}-03-${time}Z`);
const span = () => ({ from: at('10T00:00:00'), until: at('12T00:00:00') });
const [justBefore, first, last, justAfter] = [
  '09T23:59:59.999',
  '10T00:00:00',
  '11T23:59:59.999',
  '12T00:00:00',
];

const addCard = (changed: Parameters<typeof createCard>[1] = {}) =>
  createCard(db, { at: at(first), ...changed });

interface Sale {
  giftCardId?: string;
  playerId?: string;
  gcCoin?: number;
  isRefunded?: boolean;
}
/** A purchase at this moment, inserted directly with only its order. */
async function sell(time: string, sale: Sale = {}): Promise<string> {
  const { giftCardId = randomUUID(), playerId = randomUUID(), gcCoin = 100, isRefunded = false } = sale;
  const { id } = await db.one<{ id: string }>(sql`
    with ordered as (
      insert into orders (id, player_id, total_gc, created_at)
      values (make_uuidv7(), ${playerId}, ${gcCoin}, ${at(time)}) returning id)
    insert into purchases (id, order_id, player_id, gift_card_id, gc_coin, created_at, promised_by, delivered_at, refunded_at,
      title, status)
    select make_uuidv7(), id, ${playerId}, ${giftCardId}, ${gcCoin}, ${at(time)}, ${at(time)},
      ${isRefunded ? null : at(time)}, ${isRefunded ? at(time) : null}, 'Card', ${isRefunded ? 'refunded' : 'delivered'}
    from ordered returning id`);
  return id;
}

interface Code {
  giftCardId: string;
  purchaseId?: string;
  givenAt?: Date;
  replacedAt?: Date;
  withdrawnAt?: Date;
  costCents?: number;
}
async function addCode({ giftCardId, purchaseId, givenAt, replacedAt, withdrawnAt, costCents }: Code) {
  const { id } = await db.one<{ id: string }>(sql`
    insert into gift_card_codes (id, gift_card_id, purchase_id, key_id, nonce, ciphertext, fingerprint, masked, cost_cents,
      given_at, replaced_at, withdrawn_at)
    values (make_uuidv7(), ${giftCardId}, ${purchaseId ?? null}, 'key', ${randomBytes(12)}, ${randomBytes(20)}, ${randomBytes(32)},
      '', ${costCents ?? null}, ${givenAt ?? null}, ${replacedAt ?? null}, ${withdrawnAt ?? null})
    returning id`);
  return id;
}

it('counts sales by day from the start to the end of a period, minus refunds', async () => {
  expect(await sumCardSales(db, span())).toEqual([]);
  for (const time of [justBefore, justAfter]) await sell(time, { gcCoin: 1_000_000 });
  await sell(last, { gcCoin: 30 });
  await sell(first, { gcCoin: 5 });
  await sell(first, { gcCoin: 7 });
  await sell(first, { gcCoin: 1_000_000, isRefunded: true });
  expect(await sumCardSales(db, span())).toEqual([
    { day: `${year}-03-10`, giftCards: 2, giftCardCoins: 12 },
    { day: `${year}-03-11`, giftCards: 1, giftCardCoins: 30 },
  ]);
});

it('compares the income of cards with the cost of their codes, most coins first', async () => {
  const [dear, often, rare, back] = [
    await addCard({ title: 'Dear' }),
    await addCard({ title: 'Often' }),
    await addCard({ title: 'Rare' }),
    await addCard({ title: 'Back' }),
  ];
  const purchaseId = await sell(first, { giftCardId: dear, gcCoin: 90 });
  await addCode({ giftCardId: dear, purchaseId, costCents: 5, replacedAt: at(first) });
  await addCode({ giftCardId: dear, purchaseId, costCents: 6 });
  for (const time of [justBefore, justAfter]) await sell(time, { giftCardId: dear, gcCoin: 1_000 });
  await addCode({ giftCardId: often, purchaseId: await sell(first, { giftCardId: often, gcCoin: 10 }) });
  await sell(last, { giftCardId: often, gcCoin: 20 });
  await sell(last, { giftCardId: rare, gcCoin: 30 });
  await sell(last, { giftCardId: back, gcCoin: 1_000, isRefunded: true });
  const none = { refunded: 0, codes: 0, costed: 0, costCents: 0 };
  const cards = [
    { ...none, _id: dear, title: 'Dear', sold: 1, coins: 90, codes: 2, costed: 2, costCents: 11 },
    { ...none, _id: often, title: 'Often', sold: 2, coins: 30, codes: 1 },
    { ...none, _id: rare, title: 'Rare', sold: 1, coins: 30 },
    { ...none, _id: back, title: 'Back', sold: 1, refunded: 1, coins: 0 },
  ];
  expect(await getCardMargins(db, span(), 10)).toEqual(cards);
  expect(await getCardMargins(db, span(), 2)).toEqual(cards.slice(0, 2));
});

it('counts replaced codes, and replaced codes viewed before', async () => {
  const giftCardId = await addCard();
  const { id: viewerId } = await createPlayer(db);
  const replace = async (time: string, seenAt?: Date) => {
    const codeId = await addCode({ giftCardId, purchaseId: await sell(time), replacedAt: at(time) });
    const look = seenAt && { codeId, viewerId, address: '', at: seenAt };
    if (look) await db.transaction((tx) => recordReveal(tx, look));
  };
  for (const time of [justBefore, justAfter]) await replace(time, at(time));
  await replace(first);
  await replace(first, at(first));
  await replace(last, new Date(at(last).getTime() + 1));
  expect(await countReplaced(db, span())).toEqual({ replaced: 3, shownBefore: 1 });
});

it('sums the cost of codes on the days they were given', async () => {
  const giftCardId = await addCard();
  const give = async (time: string, costCents?: number) => {
    const code = { giftCardId, purchaseId: await sell(time), givenAt: at(time) };
    await addCode({ ...code, ...(costCents !== undefined && { costCents }) });
  };
  expect(await readCodeCosts(db, span())).toEqual({ given: 0, costed: 0, costCents: 0 });
  for (const time of [justBefore, justAfter]) await give(time, 1_000);
  await give(first, 20);
  await give(last, 3);
  await give(last);
  expect(await readCodeCosts(db, span())).toEqual({ given: 3, costed: 2, costCents: 23 });
});

it('values the stock of existing cards, and counts cards running low', async () => {
  const before = await readStock(db);
  const low = await addCard({ gcCoin: 30, lowStockAt: 2 });
  for (let count = 0; count < 2; count++) await addCode({ giftCardId: low });
  const enough = await addCard({ gcCoin: 500, lowStockAt: 1 });
  for (let count = 0; count < 2; count++) await addCode({ giftCardId: enough });
  await addCode({ giftCardId: enough, withdrawnAt: at(first) });
  await addCode({ giftCardId: enough, purchaseId: await sell(first) });
  await addCode({ giftCardId: await addCard({ gcCoin: 7, lowStockAt: 1 }) });
  await addCard({ lowStockAt: 0 });
  await addCard({ lowStockAt: 1, isActive: false });
  const gone = await addCard({ gcCoin: 9_000 });
  await addCode({ giftCardId: gone });
  await db.run(sql`update gift_cards set deleted_at = now() where id = ${gone}`);
  expect(await readStock(db)).toEqual({
    stockValue: before.stockValue + 2 * 30 + 2 * 500 + 7,
    stockCodes: before.stockCodes + 5,
    lowStockCards: before.lowStockCards + 2,
  });
});

it('values a shop without cards at zero', async () => {
  const read = db.transaction(async (tx) => {
    await tx.run(sql`update gift_cards set deleted_at = now()`);
    throw await readStock(tx);
  });
  await expect(read).rejects.toEqual({ stockValue: 0, stockCodes: 0, lowStockCards: 0 });
});

it('counts at most a hundred cards per player', async () => {
  const playerId = randomUUID();
  for (let count = 0; count < 101; count++) await sell(count < 99 ? first : last, { playerId });
  expect(await cardFigures.getFigures(db, playerId)).toEqual({ cards: 100 });
  const goals = [99, 100, 101].map((goal) => ({ figure: 'cards', goal }) as const);
  expect(await cardFigures.findReachedAt(db, playerId, goals)).toEqual([at(first), at(last), undefined]);
});

it("counts each player's purchases, and when they reached a goal", async () => {
  const [some, none] = [randomUUID(), randomUUID()];
  await sell(last, { playerId: some });
  await sell(first, { playerId: some });
  await sell('10T12:00:00', { playerId: some, isRefunded: true });
  await sell(first);
  expect(await countPurchasesByPlayer(db, [some, none])).toEqual(
    new Map([
      [some, 2],
      [none, 0],
    ]),
  );
  expect([await countPurchases(db, some), await countPurchases(db, none)]).toEqual([3, 0]);
  expect(await cardFigures.getFigures(db, some)).toEqual({ cards: 2 });
  const goals = [1, 2, 3].map((goal) => ({ figure: 'cards', goal }) as const);
  expect(await cardFigures.findReachedAt(db, some, goals)).toEqual([at(first), at(last), undefined]);
});
