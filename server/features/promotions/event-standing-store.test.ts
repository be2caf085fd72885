// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { openPromotionRows, type PromotionParts } from '../../../tests/support/promotion-rows.ts';
import {
  getShownStandings,
  listDueToRank,
  postpone,
  ranksFew,
  storeStandings,
} from './event-standing-store.ts';

const { db, now, at, add, ending, starting, newPlayer } = openPromotionRows();
const places: PromotionParts = { triggers: ['EARN_XP', 'ACTIVITY_WEEKLY'] };

it('finds events due for ranking: running, recently ended or never ranked', async () => {
  const due = (limit = 9) => listDueToRank(db, { now, endedAfter: at(-10), limit });
  await add();
  await add({ ...places, ...starting(1) });
  await add(places, sql`is_active = false`);
  await add(places, sql`deleted_at = now()`);
  await add({ ...places, ...ending(-10) }, sql`ranked_at = ${at(-9)}`);
  expect(await due()).toEqual([]);
  expect(await ranksFew(db, now, 1)).toBe(false);
  const older = await add({ ...places, ...ending(-9) }, sql`ranked_at = ${at(-5)}`);
  const never = await add({ ...places, ...ending(-20) });
  const done = await add(
    { ...places, ...starting(-70), ...ending(-1) },
    sql`is_active = false, is_completed = true, completed_at = now(), ranked_at = ${at(-6)}`,
  );
  expect(await ranksFew(db, now, 1)).toBe(false);
  const begins = await add({ ...places, ...starting(0) }, sql`ranked_at = ${at(-4)}`);
  const ids = [never, done, older, begins];
  expect((await due()).map(({ id }) => id)).toEqual(ids);
  expect((await due(2)).map(({ id }) => id)).toEqual(ids.slice(0, 2));
  expect((await due())[1]).toEqual({ id: done, startsAt: at(-70), endsAt: at(-1) });
  expect(await ranksFew(db, now, 1)).toBe(true);
  expect([await ranksFew(db, at(60), 1), await ranksFew(db, at(-1), 1)]).toEqual([false, false]);
  await db.run(sql`
    insert into event_standings (event_id, player_id, rank, xp) values (${begins}, ${await newPlayer()}, 1, 5)`);
  expect([await ranksFew(db, now, 1), await ranksFew(db, now, 2)]).toEqual([false, true]);
});

it('postpones a running event behind the other events, but not an ended event', async () => {
  const [running, other, justOver, over] = [
    await add(places),
    await add(places),
    await add({ ...places, ...ending(0) }),
    await add({ ...places, ...ending(-1) }),
  ];
  for (const id of [running, justOver, over]) await postpone(db, id, now);
  const ranked = await db.rows<{ id: string }>(sql`select id from events where ranked_at = ${now}`);
  expect(ranked).toEqual([{ id: running }]);
  expect(await db.rows(sql`select from events where ranked_at is null`)).toHaveLength(3);
  const due = await listDueToRank(db, { now, endedAfter: at(-10), limit: 9 });
  expect(due.map(({ id }) => id).at(-1)).toBe(running);
  expect(due.map(({ id }) => id)).toContain(other);
});

it("stores standings, updates only changes, and returns the top places and the player's own", async () => {
  const eventId = await add({ triggers: ['ACTIVITY_WEEKLY'] });
  const [first, second, third] = [await newPlayer(), await newPlayer(), await newPlayer()];
  const keep = (...scores: [string, number][]) =>
    db.transaction((tx) =>
      storeStandings(
        tx,
        eventId,
        scores.map(([playerId, xp]) => ({ playerId, xp })),
        now,
      ),
    );
  const three: [string, number][] = [
    [first, 30],
    [second, 20],
    [third, 10],
  ];
  expect([await keep(...three), await keep(...three)]).toEqual([true, false]);
  const rows = three.map(([playerId, xp], place) => ({ playerId, rank: place + 1, xp }));
  expect(await getShownStandings(db, eventId, { playerId: third, limit: 1 })).toEqual([rows[0], rows[2]]);
  expect(await getShownStandings(db, eventId, { playerId: first, limit: 2 })).toEqual(rows.slice(0, 2));
  expect(await keep([first, 31], [second, 20], [third, 10])).toBe(true);
  expect(await keep([first, 31], [second, 20])).toBe(true);
  expect(await keep([second, 20], [first, 20])).toBe(true);
  expect(await getShownStandings(db, eventId, { playerId: third, limit: 9 })).toEqual([
    { playerId: second, rank: 1, xp: 20 },
    { playerId: first, rank: 2, xp: 20 },
  ]);
});
