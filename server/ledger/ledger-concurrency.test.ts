// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../tests/support/database.ts';
import { createPlayer } from '../../tests/support/factories.ts';
import { auditLedger } from '../audit.ts';
import { outsideTransaction } from '../platform/db/second-connection.ts';
import { isRefusal, type Refusal } from '../platform/refusal.ts';
import { getBalances } from './balances.ts';
import { type Moved, type Movement, transfer, transferAlone } from './transfer.ts';

const connections = 24;

const db = openTestDatabase({ poolSize: connections });

const movement = (from: string, amount: number, key: string, more: Partial<Movement> = {}): Movement => ({
  currency: 'GC',
  amount,
  from: { player: from },
  to: { house: 'fees' },
  type: 'challenge_fee',
  reference: 'attempt',
  idempotencyKey: key,
  description: 'Fee',
  ...more,
});
const alone = (wanted: Movement) => transferAlone(db, wanted);
const inTransaction = (wanted: Movement) => db.transaction((tx) => transfer(tx, wanted));
const isFirst = (outcome: Moved | Refusal) => !isRefusal(outcome) && !outcome.isReplay;
const coins = async (player: string) => (await getBalances(db, player)).gamerCoins;

async function expectSound(): Promise<void> {
  const { proofs } = await auditLedger(db);
  expect(proofs.flatMap(({ breaches }) => breaches)).toEqual([]);
}

it('loses no update and overspends no wallet in 600 concurrent transfers between three players', {
  tags: ['long'],
}, async () => {
  const players = [1, 2, 3].map(() => createPlayer(db, { gamerCoins: 300 }));
  const ids = (await Promise.all(players)).map(({ id }) => id);
  const wanted = Array.from({ length: 600 }, (_, index) => {
    const from = ids[index % 3] as string;
    const to = ids[(index + 1) % 3] as string;
    // Opposite directions between the same two wallets, the typical cause of deadlocks.
    if (index % 4 === 0) return movement(from, 3, `many:${index}`, { to: { player: to } });
    if (index % 4 === 1) return movement(to, 2, `many:${index}`, { to: { player: from } });
    return movement(from, 5, `many:${index}`);
  });
  const outcomes = await Promise.all(
    wanted.map((each, index) => (index % 2 ? alone(each) : inTransaction(each))),
  );

  const held = new Map(ids.map((id) => [id, 300]));
  for (const [index, { from, to, amount }] of wanted.entries()) {
    if (isRefusal(outcomes[index])) continue;
    for (const [account, sign] of [
      [from, -1],
      [to, 1],
    ] as const) {
      if ('player' in account) held.set(account.player, (held.get(account.player) as number) + sign * amount);
    }
  }
  expect(outcomes.filter(isRefusal).length).toBeGreaterThan(0);
  expect(outcomes.filter(isFirst).length).toBeGreaterThan(100);
  for (const id of ids) expect(await coins(id)).toBe(held.get(id));
  await expectSound();
});

it('applies concurrent duplicates of a key once and gives all the same answer', {
  tags: ['long'],
}, async () => {
  const { id } = await createPlayer(db, { gamerCoins: 1000 });
  const calls = Array.from({ length: 200 }, (_, index) => ({ key: `twin:${index % 20}`, index }));
  const outcomes = await Promise.all(
    calls.map(({ key, index }) => (index % 3 ? alone : inTransaction)(movement(id, 10, key))),
  );
  expect(outcomes.filter(isRefusal)).toEqual([]);
  expect(outcomes.filter(isFirst)).toHaveLength(20);
  expect(new Set(outcomes.map((outcome) => (outcome as Moved).transferId)).size).toBe(20);
  expect(await coins(id)).toBe(800);
  await expectSound();
});

it('credits once when one house transfer runs many times concurrently', async () => {
  const { id } = await createPlayer(db);
  const reward = movement(id, 50, 'reward', {
    from: { house: 'rewards' },
    to: { player: id },
    type: 'event_reward',
  });
  const outcomes = await Promise.all(Array.from({ length: 60 }, () => alone(reward)));
  expect(outcomes.filter(isFirst)).toHaveLength(1);
  expect(await coins(id)).toBe(50);
});

it('answers duplicates with the first transfer even when it took the last coin', async () => {
  const { id } = await createPlayer(db, { gamerCoins: 40 });
  const last = movement(id, 40, 'last-coins');
  const outcomes = await Promise.all(
    Array.from({ length: 60 }, (_, i) => (i % 2 ? alone : inTransaction)(last)),
  );
  expect(outcomes.filter(isRefusal)).toEqual([]);
  expect(outcomes.filter(isFirst)).toHaveLength(1);
  expect(await coins(id)).toBe(0);
});

it.each([
  ['commits', 'replayed'],
  ['rolls back', 'moved'],
] as const)('makes a duplicate wait until the first transaction %s', async (end, expected) => {
  const { id } = await createPlayer(db, { gamerCoins: 10 });
  const wanted = movement(id, 10, `waits:${end}`);
  let duplicate: Promise<Moved | Refusal> | undefined;
  const first = db.transaction(async (tx) => {
    await transfer(tx, wanted);
    duplicate = outsideTransaction(() => alone(wanted));
    await outsideTransaction(waitUntilBlocked);
    if (end === 'rolls back') throw new Error('changed its mind');
  });
  await first.catch(() => {});
  expect(await duplicate).toMatchObject({ isReplay: expected === 'replayed', fromBalance: 0 });
  expect(await coins(id)).toBe(0);
});

/** Resolves once a statement on this database waits for a lock. */
async function waitUntilBlocked(): Promise<void> {
  for (;;) {
    const waiting = await db.row(sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    if (waiting) return;
  }
}
