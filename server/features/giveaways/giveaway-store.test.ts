// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import { keepsWaiting } from '../../../tests/support/keeps-waiting.ts';
import { giveawayFigures } from './figure-queries.ts';
import * as entryStore from './giveaway-entry-store.ts';
import * as store from './giveaway-store.ts';
import { exportEntries } from './person-queries.ts';
import { listStalledPrizes } from './prizes/giveaway-payout-store.ts';

const db = openTestDatabase({ poolSize: 4 });

/** A time on the day of these tests, from 0 o'clock. */
const at = (hour: number) => new Date(Date.UTC(2026, 0, 10, hour));
const newPlayer = async () => (await createPlayer(db)).id;

interface Parts {
  endsAt?: Date;
  isActive?: boolean;
  isDeleted?: boolean;
  drawnAt?: Date;
  /** The entrants, one an hour from 0 o'clock; the first `winners` of them win. */
  entrants?: string[];
  winners?: number;
}

async function giveaway(title: string, parts: Parts = {}): Promise<string> {
  const { endsAt = at(20), isActive = true, isDeleted = false, drawnAt, entrants = [], winners = 0 } = parts;
  const id = randomUUID();
  await db.run(sql`
    insert into giveaways (id, title, prize_type, prize_amount, winner_count, starts_at, ends_at, is_active, seed, commitment,
      deleted_at)
    values (${id}, ${title}, 'GC', 10, 3, ${at(-48)}, ${endsAt}, ${isActive}, ${'1'.repeat(64)}, ${'2'.repeat(64)},
      ${isDeleted ? at(0) : null})`);
  for (const [place, playerId] of entrants.entries()) {
    await db.run(sql`
      insert into giveaway_entries (giveaway_id, player_id, entered_at, won_as)
      values (${id}, ${playerId}, ${at(place)}, ${place < winners ? place + 1 : null})`);
  }
  if (drawnAt) await store.markDrawn(db as never, id, '3'.repeat(64), drawnAt);
  return id;
}

const entryOf = async (id: string, playerId: string) =>
  (
    await db.one<{ entry: string }>(sql`
      select entry from giveaway_entries where giveaway_id = ${id} and player_id = ${playerId}`)
  ).entry;

/** Hides everything that earlier tests left. */
const hideAll = () => db.run(sql`update giveaways set deleted_at = now()`);

describe('lists of giveaways', () => {
  it('show players running giveaways by end, then drawn giveaways, newest first', async () => {
    const [me, other] = [await newPlayer(), await newPlayer()];
    await giveaway('Later', { endsAt: at(15) });
    const sooner = await giveaway('Sooner', { endsAt: at(12), entrants: [other, me] });
    await giveaway('Hidden', { isActive: false });
    const entered = await giveaway('Entered', { isActive: false, endsAt: at(13), entrants: [other] });
    await giveaway('Deleted', { isDeleted: true, entrants: [other] });
    await giveaway('Drawn first', { drawnAt: at(1) });
    const won = await giveaway('Drawn second', { drawnAt: at(2), entrants: [me, other], winners: 1 });
    await giveaway('Drawn third', { drawnAt: at(3), isActive: false });
    await giveaway('Drawn and deleted', { drawnAt: at(4), isDeleted: true });

    const list = await store.listForPlayer(db, me, 2);
    expect(list.map(({ title }) => title)).toEqual([
      ...['Sooner', 'Entered', 'Later'],
      ...['Drawn third', 'Drawn second'],
    ]);
    const rowOf = (id: string) => list.find((row) => row.id === id);
    expect(rowOf(sooner)).toMatchObject({
      participants: 2,
      myEntry: await entryOf(sooner, me),
      hasWon: false,
    });
    expect(rowOf(entered)).toMatchObject({ participants: 1, myEntry: null, hasWon: false });
    expect(rowOf(won)).toMatchObject({ participants: 2, hasWon: true });
    expect(await store.findForPlayer(db, won, other)).toMatchObject({ id: won, hasWon: false });
  });

  it('include the number of winners of one giveaway', async () => {
    const entrants = [await newPlayer(), await newPlayer(), await newPlayer()];
    const won = async (parts: Parts) => (await store.findShown(db, await giveaway('Shown', parts)))?.won;
    expect(await won({})).toBe(0);
    expect(await won({ isActive: false })).toBeUndefined();
    expect(await won({ isActive: false, entrants })).toBe(0);
    expect(await won({ isActive: false, drawnAt: at(1) })).toBe(0);
    expect(await won({ entrants, winners: 2, drawnAt: at(1) })).toBe(2);
    expect(await won({ isDeleted: true })).toBeUndefined();
  });

  it('show administrators active giveaways by end, then the other giveaways, page by page', async () => {
    await hideAll();
    await giveaway('Beta off', { isActive: false, endsAt: at(1) });
    await giveaway('Alpha off', { isActive: false, endsAt: at(2) });
    await giveaway('Beta on', { endsAt: at(4) });
    await giveaway('Alpha on', { endsAt: at(3) });
    await giveaway('Beta gone', { isDeleted: true });
    const page = async (page: number, search?: string) => {
      const { rows, total } = await store.listAll(db, { search, page, pageSize: 3 });
      return [rows.map(({ title }) => title), total];
    };
    expect(await page(1)).toEqual([['Alpha on', 'Beta on', 'Beta off'], 4]);
    expect(await page(2)).toEqual([['Alpha off'], 4]);
    expect(await page(1, 'bETA')).toEqual([['Beta on', 'Beta off'], 2]);
  });

  it('return giveaways due for a draw, soonest first', async () => {
    await hideAll();
    const [second, first] = [
      await giveaway('Second', { endsAt: at(6) }),
      await giveaway('First', { endsAt: at(5) }),
    ];
    const third = await giveaway('Third', { endsAt: at(7), isActive: false });
    await giveaway('Drawn', { drawnAt: at(1) });
    await giveaway('Deleted', { isDeleted: true });
    expect(await store.listScheduledDraws(db, 2)).toEqual([
      { id: first, title: 'First', runAt: at(5) },
      { id: second, title: 'Second', runAt: at(6) },
    ]);
    expect(await store.listDueToDraw(db, new Date(at(5).getTime() - 1), 10)).toEqual([]);
    expect(await store.listDueToDraw(db, at(6), 10)).toEqual([first, second]);
    expect(await store.listDueToDraw(db, at(7), 10)).toEqual([first, second, third]);
    expect(await store.listDueToDraw(db, at(7), 1)).toEqual([first]);
  });
});

describe('giveaway entries', () => {
  it('are listed in order of player ids, page by page', async () => {
    const entrants = (await Promise.all([1, 2, 3, 4].map(newPlayer))).toSorted();
    const [one, two, three, four] = entrants as [string, string, string, string];
    const id = await giveaway('Told', { entrants: [three, one, four, two], winners: 2 });
    await giveaway('Beside', { entrants });
    const first = await entryStore.listNextEntrants(db, id, { after: null, limit: 3 });
    expect(first).toEqual([
      { playerId: one, hasWon: true },
      { playerId: two, hasWon: false },
      { playerId: three, hasWon: true },
    ]);
    expect(await entryStore.listNextEntrants(db, id, { after: three, limit: 3 })).toEqual([
      { playerId: four, hasWon: false },
    ]);
  });

  it('return entrants up to a limit', async () => {
    const entrants = await Promise.all([1, 2, 3].map(newPlayer));
    const id = await giveaway('Searched', { entrants });
    await giveaway('Beside', { entrants: [await newPlayer()] });
    expect((await entryStore.listEntrants(db, id, 10)).toSorted()).toEqual(entrants.toSorted());
    expect(await entryStore.listEntrants(db, id, 2)).toHaveLength(2);
  });

  it('are numbered from 0, and win in the order drawn', async () => {
    const entrants = await Promise.all([1, 2, 3, 4].map(newPlayer));
    const id = await giveaway('Listed', { entrants });
    await giveaway('Beside', { entrants });
    const list = await entryStore.listEntrantsAfter(db, id, { after: undefined, limit: 10 });
    expect(list).toHaveLength(4);
    const drawn = await entryStore.findEntrants(db, id, [3, 0, 2]);
    expect(drawn).toEqual([list[3], list[0], list[2]]);
    await entryStore.markWinners(db as never, drawn);
    expect((await entryStore.getWinners(db, id)).map(({ entry }) => entry)).toEqual(drawn);
  });

  it('are withdrawn from undrawn giveaways only, without locking others', async () => {
    const [me, other] = [await newPlayer(), await newPlayer()];
    const open = await giveaway('Open', { entrants: [me, other] });
    const drawn = await giveaway('Drawn', { entrants: [me, other], winners: 1, drawnAt: at(1) });
    const strange = await giveaway('Not mine', { entrants: [other] });
    const held = (id: string) =>
      keepsWaiting(
        db,
        (tx) => entryStore.withdrawEntries(tx, me),
        sql`select from giveaways where id = ${id} for no key update nowait`,
      );
    expect([await held(strange), await held(drawn)]).toEqual([false, false]);
    const left = async () =>
      (
        await db.rows<{ giveawayId: string }>(
          sql`select giveaway_id from giveaway_entries where player_id = ${me}`,
        )
      ).map(({ giveawayId }) => giveawayId);
    expect(await left()).toEqual([drawn]);
    expect(await entryStore.hasEntries(db, open)).toBe(true);
    await db.transaction((tx) => entryStore.withdrawEntries(tx, other));
    expect([await entryStore.hasEntries(db, open), await entryStore.hasEntries(db, strange)]).toEqual([
      false,
      false,
    ]);
  });

  it('are exported in the order they were made', async () => {
    const [me, other] = [await newPlayer(), await newPlayer()];
    const late = await giveaway('Late', { entrants: [other, me] });
    const early = await giveaway('Early', { entrants: [me], winners: 1 });
    expect(await Readable.from(exportEntries(db, me)).toArray()).toEqual([
      { giveaway: 'Early', entry: await entryOf(early, me), enteredAt: at(0).toISOString(), hasWon: true },
      { giveaway: 'Late', entry: await entryOf(late, me), enteredAt: at(1).toISOString(), hasWon: false },
    ]);
  });

  it('count towards achievements up to a hundred, each from when it was made', async () => {
    const [me, other] = [await newPlayer(), await newPlayer()];
    await giveaway('Of somebody else', { entrants: [other] });
    await db.run(sql`
      with many as (
        insert into giveaways (title, prize_type, prize_amount, winner_count, starts_at, ends_at, seed, commitment)
        select 'Many', 'GC', 1, 1, now(), now() + interval '1 day', repeat('1', 64), repeat('2', 64)
        from generate_series(1, 101) returning id)
      insert into giveaway_entries (giveaway_id, player_id, entered_at)
      select id, ${me}, ${at(0)}::timestamptz + row_number() over () * interval '1 hour' from many`);
    expect(await giveawayFigures.getFigures(db, me)).toEqual({ giveaways: 100 });
    expect(await giveawayFigures.getFigures(db, other)).toEqual({ giveaways: 1 });
    const goals = [1, 3, 100, 101].map((goal) => ({ goal }));
    const reached = await giveawayFigures.findReachedAt(db, me, goals as never);
    expect(reached).toEqual([at(1), at(3), at(100), undefined]);
  });
});

it('stalled payouts are listed, oldest first', async () => {
  const moved = async (movedAt: Date, finishedAt: Date | null = null) => {
    const id = await giveaway('Paid');
    await db.run(sql`
      insert into giveaway_payouts (giveaway_id, started_at, moved_at, prizes, finished_at)
      values (${id}, ${at(0)}, ${movedAt}, 0, ${finishedAt})`);
    return id;
  };
  const [second, first] = [await moved(at(2)), await moved(at(1))];
  await moved(at(0), at(0));
  await moved(new Date(at(2).getTime() + 1));
  expect(await listStalledPrizes(db, at(2), 10)).toEqual([first, second]);
  expect(await listStalledPrizes(db, at(2), 1)).toEqual([first]);
});
