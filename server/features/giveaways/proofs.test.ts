// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import { giveawayProofs } from './proofs.ts';

const db = openTestDatabase({ poolSize: 2 });

const newPlayer = async () => (await createPlayer(db)).id;

/** A giveaway with prizes of 10 GC and these entrants; the first `winners` of them won. */
async function giveaway(entrants: string[] = [], winners = 0): Promise<string> {
  const id = randomUUID();
  await db.run(sql`
    insert into giveaways (id, title, prize_type, prize_amount, winner_count, starts_at, ends_at, seed, commitment)
    values (${id}, 'Proven', 'GC', 10, 3, now(), now() + interval '1 day', ${'1'.repeat(64)}, ${'2'.repeat(64)})`);
  for (const [place, playerId] of entrants.entries()) {
    await db.run(sql`
      insert into giveaway_entries (giveaway_id, player_id, entered_at, won_as)
      values (${id}, ${playerId}, now(), ${place < winners ? place + 1 : null})`);
  }
  return id;
}

const openPayout = (giveawayId: string, prizes: number) =>
  db.run(sql`
    insert into giveaway_payouts (giveaway_id, started_at, moved_at, prizes) values (${giveawayId}, now(), now(), ${prizes})`);

const [prizes, payouts, counts] = giveawayProofs;
const breaches = async (proof: (typeof giveawayProofs)[number] | undefined) =>
  (await db.rows<{ breach: string }>(proof?.contradictions as never)).map(({ breach }) => breach);

it('report a missing, extra or wrong prize', async () => {
  const [winner, stranger] = [await newPlayer(), await newPlayer()];
  const pay = (key: string, to: string, amount: number) =>
    db.run(sql`
      insert into transfers (currency, amount, debit_house, credit_player_id, type, reference, idempotency_key, description)
      values ('GC', ${amount}, 'rewards', ${to}, 'giveaway_prize', 'giveaway', ${key}, 'Prize')`);
  const id = await giveaway([winner, stranger], 1);
  const { entry } = await db.one<{ entry: string }>(sql`select entry from giveaway_entries where won_as = 1`);
  const key = `giveaway-prize:${entry}`;
  expect(await breaches(prizes)).toEqual([`${key}: won 10, paid 0`]);
  await pay(key, winner, 9);
  expect(await breaches(prizes)).toEqual([`${key}: won 10, paid 9`]);
  await db.pool.query('alter table transfers disable trigger user');
  await db.run(sql`update transfers set amount = 10`);
  expect(await breaches(prizes)).toEqual([]);
  await db.run(sql`update transfers set credit_player_id = ${stranger}`);
  expect(await breaches(prizes)).toEqual([`${key}: won 10, paid 10`]);
  await db.run(sql`update transfers set credit_player_id = ${winner}`);
  await pay('giveaway-prize:nobody', stranger, 3);
  expect(await breaches(prizes)).toEqual(['giveaway-prize:nobody: won 0, paid 3']);
  await db.run(sql`delete from transfers where amount = 3`);
  // If batches pay, only prizes marked as paid may have been paid.
  await openPayout(id, 1);
  expect(await breaches(prizes)).toEqual([`${key}: won 0, paid 10`]);
  await db.run(sql`update giveaway_entries set paid_at = now() where won_as = 1`);
  expect(await breaches(prizes)).toEqual([]);
});

it('report a payout that differs from its counts or forgets a winner', async () => {
  await db.run(sql`delete from giveaway_payouts`);
  const winners = await Promise.all([1, 2, 3].map(newPlayer));
  const id = await giveaway([...winners, await newPlayer()], 3);
  const empty = await giveaway();
  await openPayout(id, 3);
  await openPayout(empty, 0);
  expect(await breaches(payouts)).toEqual([]);
  const changed = async (of: string, { due = 3, paid = 0, leftOut = 0, isOver = false }) => {
    await db.run(sql`
      update giveaway_payouts set prizes = ${due}, prizes_paid = ${paid}, prizes_left_out = ${leftOut},
        finished_at = ${isOver ? new Date() : null} where giveaway_id = ${of}`);
    return breaches(payouts);
  };
  const pay = (playerId: string | undefined) =>
    db.run(
      sql`update giveaway_entries set paid_at = now() where giveaway_id = ${id} and player_id = ${playerId}`,
    );
  const told = (words: string) => [`giveaway ${id}: records ${words}`];
  expect(await changed(id, { due: 4 })).toEqual(told('0 of 4 prizes paid; found 0 of 3, 3 missing'));
  expect(await changed(id, { paid: 1 })).toEqual(told('1 of 3 prizes paid; found 0 of 3, 3 missing'));
  await pay(winners[0]);
  expect(await changed(id, { paid: 1, leftOut: 2, isOver: true })).toEqual(
    told('1 of 3 prizes paid; found 1 of 3, 2 missing'),
  );
  await pay(winners[1]);
  const two = { paid: 2, leftOut: 1, isOver: true };
  expect(await changed(id, two)).toEqual(told('2 of 3 prizes paid; found 2 of 3, 1 missing'));
  // We owe nothing to a player whose account is erased.
  await db.run(sql`update players set deleted_at = now(), erased_at = now() where id = ${winners[2]}`);
  expect(await breaches(payouts)).toEqual([]);
  expect(await changed(empty, { due: 0, isOver: true })).toEqual([]);
  expect(await changed(empty, { due: 1 })).toEqual([
    `giveaway ${empty}: records 0 of 1 prizes paid; found 0 of 0, 0 missing`,
  ]);
});

it('report a giveaway with a wrong count of entries', async () => {
  expect(await breaches(counts)).toEqual([]);
  const [none, one] = [await giveaway(), await giveaway([await newPlayer()])];
  await db.run(sql`delete from row_counters where subject = ${one}`);
  expect(await breaches(counts)).toEqual([`giveaway ${one}: counter says 0, found 1`]);
  await db.run(sql`
    insert into row_counters (counter, subject, stripe, amount)
    values ('giveaway entries', ${none}, 0, 2), ('giveaway entries', ${one}, 0, 1), ('something else', ${one}, 0, 5)`);
  expect(await breaches(counts)).toEqual([`giveaway ${none}: counter says 2, found 0`]);
});
