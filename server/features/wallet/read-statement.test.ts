// SPDX-License-Identifier: Apache-2.0

import fc from 'fast-check';
import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { statement } from '../../../contract/wallet.ts';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import { getBalances } from '../../ledger/balances.ts';
import { coinTotalProofs } from '../../ledger/coin-total-proofs.ts';
import { type Movement, transferAlone } from '../../ledger/transfer.ts';
import { readStatement } from './read-statement.ts';

const db = openTestDatabase({ poolSize: 4 });

let keys = 0;
async function move(player: string, direction: 'in' | 'out', more: Partial<Movement>): Promise<void> {
  const [from, to] =
    direction === 'in'
      ? [{ house: 'rewards' } as const, { player }]
      : [{ player }, { house: 'rewards' } as const];
  const outcome = await transferAlone(db, {
    currency: 'GC',
    amount: 1,
    from,
    to,
    type: 'event_reward',
    reference: 'test',
    idempotencyKey: `statement:${++keys}`,
    description: 'Test',
    ...more,
  });
  if ('refused' in outcome) throw new Error(outcome.refused);
}

describe('readStatement', () => {
  it('is empty for a new player', async () => {
    const { id } = await createPlayer(db);
    const read = await readStatement(db, id, { limit: 10 });
    expect(statement.parse(read)).toEqual(read);
    expect(read.summary).toMatchObject({
      totalEarned: 0,
      totalSpent: 0,
      netBalance: 0,
      totalTransactions: 0,
    });
    expect(Object.values(read.summary.breakdown).every((part) => part === 0)).toBe(true);
    expect(read).toMatchObject({ history: [], nextBefore: null });
  });

  it('sums coins by category and lists every currency, newest first', async () => {
    const { id } = await createPlayer(db, { gamerCoins: 500 });
    await move(id, 'out', { amount: 200, type: 'challenge_entry', description: 'Entry of Sharpshooter' });
    await move(id, 'in', { amount: 20, type: 'xp_award', currency: 'XP', description: 'Finished' });
    await move(id, 'in', { amount: 180, type: 'challenge_refund' });
    await move(id, 'out', { amount: 90, type: 'purchase' });
    await move(id, 'in', { amount: 90, type: 'purchase_refund' });
    await move(id, 'out', { amount: 600, type: 'reversal', mayGoBelowZero: true, description: 'Claw-back' });
    const read = await readStatement(db, id, { limit: 50 });
    expect(statement.parse(read)).toEqual(read);
    expect(read.summary).toEqual({
      totalEarned: 770,
      totalSpent: 890,
      netBalance: -120,
      totalTransactions: 6,
      breakdown: {
        challengeEntry: -200,
        challengeReward: 0,
        challengeRefund: 180,
        purchase: 0,
        adminCredit: 500,
        coinPurchase: 0,
        eventReward: 0,
        giveawayPrize: 0,
        referralReward: 0,
        reversal: -600,
      },
    });
    expect(read.history.map(({ type, amount, currency }) => [type, amount, currency])).toEqual([
      ['reversal', -600, 'GC'],
      ['purchase', 90, 'GC'],
      ['purchase', -90, 'GC'],
      ['challengeRefund', 180, 'GC'],
      ['xpAward', 20, 'XP'],
      ['challengeEntry', -200, 'GC'],
      ['adminCredit', 500, 'GC'],
    ]);
    expect(read.history[0]).toMatchObject({ description: 'Claw-back', status: 'Success' });
  });

  it("shows only the player's own transfers, and a transfer between players to both", async () => {
    const [giver, taker] = [await createPlayer(db, { gamerCoins: 9 }), await createPlayer(db)];
    await move(giver.id, 'out', { amount: 9, to: { player: taker.id }, type: 'admin_credit' });
    const entries = async (id: string) =>
      (await readStatement(db, id, { limit: 9 })).history.map(({ amount }) => amount);
    expect(await entries(giver.id)).toEqual([-9, 9]);
    expect(await entries(taker.id)).toEqual([9]);
  });

  it('pages without gaps or duplicates while coins move', async () => {
    const { id } = await createPlayer(db);
    for (let amount = 1; amount <= 7; amount++) await move(id, amount % 3 ? 'in' : 'out', { amount });
    const first = await readStatement(db, id, { limit: 3 });
    await move(id, 'in', { amount: 8 });
    const second = await readStatement(db, id, {
      limit: 3,
      before: first.nextBefore ?? undefined,
    });
    const third = await readStatement(db, id, {
      limit: 3,
      before: second.nextBefore ?? undefined,
    });
    const amounts = [first, second, third].map(({ history }) => history.map(({ amount }) => amount));
    expect(amounts).toEqual([[7, -6, 5], [4, -3, 2], [1]]);
    expect(third.nextBefore).toBeNull();
    expect(third.summary.totalTransactions).toBe(8);
  });

  it('ends after a last page that is full', async () => {
    const { id } = await createPlayer(db);
    for (const amount of [1, 2]) await move(id, 'in', { amount });
    expect((await readStatement(db, id, { limit: 2 })).nextBefore).toBeNull();
  });

  it('filters by one type, including related types', async () => {
    const { id } = await createPlayer(db, { gamerCoins: 50 });
    await move(id, 'out', { amount: 30, type: 'purchase' });
    await move(id, 'in', { amount: 30, type: 'purchase_refund' });
    const { history, summary } = await readStatement(db, id, {
      limit: 9,
      type: 'purchase',
    });
    expect(history.map(({ amount }) => amount)).toEqual([30, -30]);
    expect(summary.totalTransactions).toBe(3);
  });

  it('adds up to the balance after any transfers', async () => {
    const kinds = fc.constantFrom<Movement['type']>(
      'challenge_entry',
      'challenge_reward',
      'challenge_refund',
      'purchase',
      'purchase_refund',
      'admin_credit',
      'coin_purchase',
      'event_reward',
      'giveaway_prize',
      'referral_reward',
      'reversal',
    );
    const moves = fc.array(
      fc.record({ type: kinds, amount: fc.integer({ min: 1, max: 99 }), isIn: fc.boolean() }),
      {
        maxLength: 15,
      },
    );
    await fc.assert(
      fc.asyncProperty(moves, async (wanted) => {
        const { id } = await createPlayer(db, { gamerCoins: 2000 });
        for (const { type, amount, isIn } of wanted) await move(id, isIn ? 'in' : 'out', { type, amount });
        const { summary, history } = await readStatement(db, id, {
          limit: 100,
        });
        const { gamerCoins } = await getBalances(db, id);
        const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
        expect(summary.netBalance).toBe(gamerCoins);
        expect(summary.totalEarned - summary.totalSpent).toBe(gamerCoins);
        expect(sum(Object.values(summary.breakdown))).toBe(gamerCoins);
        expect(sum(history.map(({ amount }) => amount))).toBe(gamerCoins);
        expect(summary.totalTransactions).toBe(history.length);
      }),
      { numRuns: 20 },
    );
  });
});

describe('the stored sums of a long statement', () => {
  const summaryOf = async (id: string) => (await readStatement(db, id, { limit: 1 })).summary;
  const many = (id: string, times: number) =>
    db.run(sql`
      select ledger_credit_many('GC', 'rewards', 'event_reward', 'Many', array_fill(${id}::uuid, array[${times}::int]),
        array_fill(2::bigint, array[${times}::int]), array_agg('many'::text), array_agg('many:' || gen_random_uuid()))
      from generate_series(1, ${times})`);
  const breaches = async () => {
    const claims = await Promise.all(
      coinTotalProofs.map(({ contradictions }) => db.rows<{ breach: string }>(contradictions)),
    );
    return claims.flat();
  };

  it('match the sum of all transfers, including newer ones', async () => {
    const { id } = await createPlayer(db, { gamerCoins: 500 });
    await many(id, 300);
    expect(await summaryOf(id)).toMatchObject({ totalEarned: 1_100, totalTransactions: 301 });
    await move(id, 'out', { amount: 40, type: 'challenge_entry' });
    const now = { totalEarned: 1_100, totalSpent: 40, netBalance: 1_060, totalTransactions: 302 };
    expect(await summaryOf(id)).toMatchObject(now);
    const kept = await db.one<{ upToId: number }>(sql`
      select up_to_id from statement_sums where player_id = ${id}`);
    expect(kept.upToId).toBeGreaterThan(0);
    expect(await breaches()).toEqual([]);
  });

  it('include every concurrent transfer', async () => {
    const { id } = await createPlayer(db);
    await Promise.all(
      Array.from({ length: 12 }, async (_, n) => (n % 2 ? many(id, 120) : void (await summaryOf(id)))),
    );
    expect(await summaryOf(id)).toMatchObject({ totalEarned: 1_440, totalTransactions: 720 });
    expect(await breaches()).toEqual([]);
  });

  it('are reported by the audit when wrong', async () => {
    const { id } = await createPlayer(db);
    await many(id, 250);
    await summaryOf(id);
    await db.run(sql`
      update statement_sums set totals = jsonb_set(totals, '{0,earned}', '501') where player_id = ${id}`);
    expect(await breaches()).toHaveLength(1);
    await db.run(sql`delete from statement_sums where player_id = ${id}`);
  });
});
