// SPDX-License-Identifier: Apache-2.0

import { readdirSync, readFileSync } from 'node:fs';
import sql from 'sql-template-tag';
import { beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../tests/support/database.ts';
import { createPlayer } from '../tests/support/factories.ts';
import { auditLedger } from './audit.ts';
import type { Counters } from './platform/db/counted.ts';
import type { Queryable } from './platform/db/database.ts';

const db = openTestDatabase({ poolSize: 12 });
let players: string[];
beforeAll(async () => {
  players = [];
  for (let n = 0; n < 60; n++) players.push((await createPlayer(db)).id);
});

/** Breaches of the proofs that compare counters with rows. */
async function miscounted(): Promise<string[]> {
  const { proofs } = await auditLedger(db);
  return proofs.filter(({ claim }) => claim.includes('count')).flatMap(({ breaches }) => breaches);
}

const amount = async (counter: string, subject: string) =>
  (await db.one<{ amount: number }>(sql`select counter_amount(${counter}, ${subject}) as amount`)).amount;

async function giveaway(): Promise<string> {
  const { id } = await db.one<{ id: string }>(sql`
    insert into giveaways (title, prize_type, prize_amount, winner_count, starts_at, ends_at, seed, commitment)
    values ('Counted', 'GC', 1, 1, now(), now() + interval '1 day', repeat('a', 64), repeat('b', 64)) returning id`);
  return id;
}

async function event(): Promise<string> {
  const { id } = await db.one<{ id: string }>(sql`
    insert into events (title, type, triggers, starts_at, ends_at) values ('Counted', 'X', '{BUY_COINS}', now(), now() + interval '1 day')
    returning id`);
  return id;
}

it('counts concurrent entries, withdrawals and repeated entries exactly', async () => {
  const [one, other] = [await giveaway(), await giveaway()];
  const enter = (ids: readonly string[], playerId: string) =>
    db.run(sql`
      insert into giveaway_entries (giveaway_id, player_id, entered_at)
      select id, ${playerId}, now() from unnest(${[...ids]}::uuid[]) id on conflict do nothing`);
  const leave = (playerId: string) => db.run(sql`delete from giveaway_entries where player_id = ${playerId}`);
  await Promise.all(
    players.map(async (playerId, n) => {
      // Half of them name the two players in the opposite order.
      await enter(n % 2 ? [one, other] : [other, one], playerId);
      await enter([one], playerId);
      if (n % 3 === 0) await leave(playerId);
    }),
  );
  expect(await amount('giveaway entries', one)).toBe(40);
  expect(await amount('giveaway entries', other)).toBe(40);
  expect(await miscounted()).toEqual([]);
});

it('counts nothing from a rolled back transaction', async () => {
  const id = await giveaway();
  const undone = db.transaction(async (tx) => {
    await tx.run(
      sql`insert into giveaway_entries (giveaway_id, player_id, entered_at) values (${id}, ${players[0]}, now())`,
    );
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await amount('giveaway entries', id)).toBe(0);
});

it('counts concurrent starts, ends and reversals of attempts', async () => {
  const { id: challengeId } = await db.one<{ id: string }>(
    sql`insert into challenges (description) values ('Counted') returning id`,
  );
  const begin = (on: Queryable, playerId: string) =>
    on.one<{ id: string }>(sql`
      insert into attempts (player_id, challenge_id, challenge_description, variant_id, challenge_type, entry_fee_gc, reward_gc,
        required_placement, required_kills, epic_name, epic_account_key, rules, started_at, start_by, status, reason, next_reading_at)
      values (${playerId}, ${challengeId}, 'Counted', ${challengeId}, 'TOP1_0KILL_SOLO', 0, 1, 1, 0, 'epic', ${`key-${playerId}`},
        '{}', now(), now(), 'PENDING', 'awaiting-match', now()) returning id`);
  const end = (on: Queryable, id: string) =>
    on.run(sql`
      update attempts set status = 'FAILED', reason = 'conditions-not-met', completed_at = now(), next_reading_at = null
      where id = ${id}`);
  await Promise.all(
    players.map(async (playerId, n) => {
      const { id } = await begin(db, playerId);
      const ending = db.transaction(async (tx) => {
        await end(tx, id);
        if (n % 3 === 0) throw new Error('undone');
      });
      await ending.catch(() => {});
    }),
  );
  expect(await amount('running attempts', challengeId)).toBe(20);
  expect(await amount('challenge entries', challengeId)).toBe(60);
  expect((await miscounted()).filter((breach) => breach.includes('challenge '))).toEqual([]);
});

it('follows rewards that are collected, paid, reversed and deleted', async () => {
  const id = await event();
  const seen = async () => [
    await amount('event given', id),
    await amount('event collected', id),
    await amount('event paid', id),
  ];
  await db.run(sql`
    insert into event_rewards (event_id, player_id, trigger, cause, currency, amount, caused_at)
    select ${id}, p.id, 'BUY_COINS', 'counted', 'GC', 5, now() from unnest(${players}::uuid[]) p (id)`);
  expect(await seen()).toEqual([300, 60, 0]);
  await db.run(
    sql`update event_rewards set paid_at = now() where event_id = ${id} and player_id = any (${players.slice(0, 20)}::uuid[])`,
  );
  expect(await seen()).toEqual([300, 40, 20]);
  await db.run(sql`
    update event_rewards set taken_back = amount, taken_back_at = now()
    where event_id = ${id} and player_id = any (${players.slice(10, 30)}::uuid[])`);
  expect(await seen()).toEqual([300, 30, 10]);
  await db.run(sql`delete from event_rewards where event_id = ${id} and player_id = ${players[59]}`);
  expect(await seen()).toEqual([295, 29, 10]);
});

it('counts the users of a role that is assigned, renamed and lost with the account', async () => {
  await db.run(sql`insert into roles (name) values ('COUNTED')`);
  await db.run(sql`update players set role = 'COUNTED' where id = any (${players.slice(0, 7)}::uuid[])`);
  expect(await amount('role holders', 'COUNTED')).toBe(7);
  await db.run(sql`update roles set name = 'RECOUNTED' where name = 'COUNTED'`);
  expect([await amount('role holders', 'COUNTED'), await amount('role holders', 'RECOUNTED')]).toEqual([
    0, 7,
  ]);
  await db.run(sql`update players set deleted_at = now() where id = ${players[0]}`);
  expect(await amount('role holders', 'RECOUNTED')).toBe(6);
  expect(await miscounted()).toEqual([]);
});

it.each(['giveaway entries', 'event given', 'role holders', 'running attempts'])(
  'the audit reports a wrong count of %s',
  async (counter) => {
    const put = (more: number) =>
      db.run(sql`
        insert into row_counters as c (counter, subject, stripe, amount)
        select ${counter}, subject, 99, ${more} from (select min(subject) as subject from row_counters where counter = ${counter}) s
        on conflict (counter, subject, stripe) do update set amount = c.amount + excluded.amount`);
    await put(1);
    expect(await miscounted()).toHaveLength(1);
    await put(-1);
    expect(await miscounted()).toEqual([]);
  },
);

it('the database has a trigger for each declared counter, and no other', () => {
  // All counters, or this does not compile.
  const declared: Record<keyof Counters, true> = {
    'card sales': true,
    'challenge entries': true,
    'event collected': true,
    'event given': true,
    'event paid': true,
    'giveaway entries': true,
    'role holders': true,
    'running attempts': true,
  };
  const folder = 'db/functions';
  const functions = readdirSync(folder).map((file) => readFileSync(`${folder}/${file}`, 'utf8'));
  const kept = functions.join('\n').matchAll(/add_to_counter\('([^']+)'/g);
  expect(new Set([...kept].map(([, counter]) => counter))).toEqual(new Set(Object.keys(declared)));
});
