// SPDX-License-Identifier: Apache-2.0

import { randomBytes, randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import { keepsWaiting } from '../../../tests/support/keeps-waiting.ts';
import type { Tx } from '../../platform/db/database.ts';
import { listEntrantsAfter, withdrawEntries } from './giveaway-entry-store.ts';
import { holdGiveaway, lockGiveaway } from './giveaway-store.ts';
import { lockPrizes } from './prizes/giveaway-payout-store.ts';

const db = openTestDatabase({ poolSize: 4 });
let player: string;
beforeAll(async () => {
  player = (await createPlayer(db)).id;
});

/** An open giveaway that the player and this many others have entered. */
async function giveaway(others = 0): Promise<string> {
  const id = randomUUID();
  const [seed, commitment] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')];
  await db.run(sql`
    insert into giveaways (id, title, prize_type, prize_amount, winner_count, starts_at, ends_at, seed, commitment)
    values (${id}, 'Locked', 'GC', 1, 1, now(), now() + interval '1 hour', ${seed}, ${commitment})`);
  const strangers = await Promise.all(Array.from({ length: others }, () => createPlayer(db)));
  for (const playerId of [player, ...strangers.map((other) => other.id)]) {
    await db.run(sql`
      insert into giveaway_entries (giveaway_id, player_id, entered_at) values (${id}, ${playerId}, now())`);
  }
  return id;
}

describe('no transaction draws or changes a giveaway', () => {
  it.each<[string, (tx: Tx, id: string) => Promise<unknown>]>([
    ['while a player enters it', holdGiveaway],
    ['while it is drawn', lockGiveaway],
    ['while an entry is withdrawn', (tx) => withdrawEntries(tx, player)],
  ])('%s', async (_when, hold) => {
    const id = await giveaway();
    const wanted = sql`select from giveaways where id = ${id} for no key update nowait`;
    expect(await keepsWaiting(db, (tx) => hold(tx, id), wanted)).toBe(true);
  });
});

it('players enter concurrently, but not during the draw', async () => {
  const id = await giveaway();
  const entering = sql`select from giveaways where id = ${id} for share nowait`;
  expect(await keepsWaiting(db, (tx) => holdGiveaway(tx, id), entering)).toBe(false);
  expect(await keepsWaiting(db, (tx) => lockGiveaway(tx, id), entering)).toBe(true);
});

it('one batch of prizes is paid at a time', async () => {
  const id = await giveaway();
  await db.run(sql`
    insert into giveaway_payouts (giveaway_id, started_at, moved_at, prizes) values (${id}, now(), now(), 1)`);
  const payout = sql`select from giveaway_payouts where giveaway_id = ${id} for update nowait`;
  expect(await keepsWaiting(db, (tx) => lockPrizes(tx, id), payout)).toBe(true);
});

it('the draw lists entrants in order of their pseudonyms', async () => {
  const id = await giveaway(30);
  const first = await listEntrantsAfter(db, id, { after: undefined, limit: 20 });
  const entrants = [...first, ...(await listEntrantsAfter(db, id, { after: first.at(-1), limit: 20 }))];
  expect(entrants).toHaveLength(31);
  expect(entrants).toEqual(entrants.toSorted());
});
