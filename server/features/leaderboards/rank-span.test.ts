// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { fakeClock } from '../../../tests/support/clock.ts';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import { meanwhile, waitUntilSomeoneWaits } from '../../../tests/support/meanwhile.ts';
import type { Tx } from '../../platform/db/database.ts';
import { outsideTransaction } from '../../platform/db/second-connection.ts';
import { countJobsForAll } from '../../platform/jobs/job-counts.ts';
import { hasJob } from '../../platform/jobs/outbox.ts';
import { getTop, rankPlayed } from './board-store.ts';
import { lockSpans } from './played-span-store.ts';
import { boardProofs } from './proofs.ts';
import { countSpan, countTask, forgetSpans, keepSpan, rankSpan } from './rank-span.ts';
import { raisePlayed, recordPlayed, revokePlayed } from './record-played.ts';
import { getBoard } from './rules.ts';

const db = openTestDatabase();
const clock = fakeClock(new Date('2026-11-18T12:00:00Z'));
const deps = { db, clock };
const minuteMs = 60_000;
const begin = new Date('2026-11-18T12:00:00Z');
const at = (minute: number) => new Date(begin.getTime() + minute * minuteMs);

let players: string[];
beforeAll(async () => {
  players = await Promise.all(Array.from({ length: 5 }, async () => (await createPlayer(db)).id));
});
beforeEach(async () => {
  await db.run(sql`truncate played_xp, played_spans, board_scores, boards`);
  await db.run(sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`);
});

async function rank(from: number, until: number) {
  const board = await keepSpan({ from: at(from), until: at(until), at: clock.now() }, db);
  return board === undefined ? undefined : rankSpan(db, board, 10);
}
const rows = (from: number, until: number) => rankPlayed(db, at(from), at(until), 10);
const breaches = () => db.rows(boardProofs[0]?.contradictions ?? sql``);
const toFact = (playerId: string, minute: number, xp: number, attemptId: string) =>
  ({ attemptId, playerId, xp, at: at(minute).toISOString() }) as never;
async function play(player: number, minute: number, xp = 100): Promise<string> {
  const attemptId = randomUUID();
  await recordPlayed(toFact(players[player] as string, minute, xp, attemptId), deps);
  return attemptId;
}
const getSpans = () =>
  db.rows<{ board: string; scores: number; forgotten: boolean }>(sql`
    select board, forgotten_at is not null as forgotten,
      (select count(*) from board_scores s where s.board = p.board) as scores
    from played_spans p order by starts_at, board`);

it('ranks like a full recount after attempts are played, gain XP or are voided', async () => {
  // Before the first ranking: within the span, at either end, and outside.
  for (const [player, minute] of [0, 10, 59, 60, -1].entries()) await play(player, minute);
  expect(await rank(0, 60)).toEqual(await rows(0, 60));
  expect(await rank(0, 60)).toHaveLength(3);
  await play(3, 20, 300);
  await play(3, 60, 1_000);
  await play(0, -1, 1_000);
  const second = await play(0, 30, 50);
  const raised = await play(1, 31, 5);
  await raisePlayed(toFact(players[1] as string, 31, 500, raised), deps);
  const nothing = await play(2, 33, 0);
  await raisePlayed(toFact(players[2] as string, 33, 40, nothing), deps);
  expect(await rank(0, 60)).toEqual(await rows(0, 60));
  expect((await rank(0, 60))?.map(({ xp }) => xp)).toEqual([600, 300, 150, 140]);
  await revokePlayed({ attemptId: second, playerId: players[0] } as never, deps);
  await revokePlayed({ attemptId: raised, playerId: players[1] } as never, deps);
  await revokePlayed({ attemptId: nothing, playerId: players[2] } as never, deps);
  // Taken back before it was counted.
  const never = randomUUID();
  await revokePlayed({ attemptId: never, playerId: players[2] } as never, deps);
  await recordPlayed(toFact(players[2] as string, 34, 900, never), deps);
  expect(await rank(0, 60)).toEqual(await rows(0, 60));
  // With all of a player's attempts taken back, the player is no longer on the board.
  expect((await rank(0, 60))?.map(({ xp }) => xp)).toEqual([300, 100, 100, 100]);
  expect(await breaches()).toEqual([]);
});

it('ranks by the remaining attempts after some were voided', async () => {
  const later = await play(0, 30);
  await rank(0, 60);
  await revokePlayed({ attemptId: later, playerId: players[0] } as never, deps);
  await play(0, 20);
  await play(1, 25);
  expect(await rank(0, 60)).toEqual(await rows(0, 60));
  expect((await rank(0, 60))?.map(({ playerId }) => playerId)).toEqual(players.slice(0, 2));
  expect(await breaches()).toEqual([]);

  const [week] = await getTop(db, getBoard('week', begin), 1);
  expect(week).toMatchObject({ playerId: players[0], reachedAt: at(20) });
});

it('keeps overlapping periods separate, each made once under concurrency', async () => {
  await play(0, 10);
  await Promise.all([rank(0, 60), rank(0, 60), rank(5, 20), rank(0, 60)]);
  await play(1, 15, 50);
  await play(2, 30, 200);
  expect(await rank(0, 60)).toEqual(await rows(0, 60));
  expect(await rank(5, 20)).toEqual(await rows(5, 20));
  expect(await getSpans()).toMatchObject([{ scores: 3 }, { scores: 2 }]);
});

/** Three batches of attempts, at three per minute. */
const addMany = (count: number) =>
  db.run(sql`
    insert into played_xp (attempt_id, player_id, xp, played_at)
    select gen_random_uuid(), (${players}::uuid[])[1 + n % 5], 1 + n % 7, ${begin}::timestamptz + n / 3 * interval '1 second'
    from generate_series(0, ${count - 1}::int) n`);

it('counts existing attempts in batches while others play', { tags: ['long'] }, async () => {
  await addMany(11_000);
  expect(await rank(0, 600)).toBeUndefined();
  const [{ board } = { board: '' }] = await getSpans();
  const job = sql`select payload from graphile_worker._private_jobs where key = ${`${countTask}:${board}`}`;
  expect(await db.rows(job)).toEqual([{ payload: { board } }]);
  const some = await db.rows<{ attemptId: string }>(sql`
    select attempt_id from played_xp order by md5(attempt_id::text) limit 60`);
  const counting = async () => {
    for (let batch = 0; batch < 30; batch++) await countSpan({ board }, deps, 350);
  };
  await Promise.all([
    counting(),
    ...some.map(({ attemptId }) =>
      db.run(sql`update played_xp set taken_back_at = now() where attempt_id = ${attemptId}`),
    ),
    ...some.map((_, n) => play(n % 5, n, 10)),
  ]);
  expect(await breaches()).toEqual([]);
  while ((await rank(0, 600)) === undefined) await countSpan({ board }, deps);
  expect(await rank(0, 600)).toEqual(await rows(0, 600));
  expect(await breaches()).toEqual([]);
});

const insertLate = (tx: Tx) =>
  tx.run(sql`
    insert into played_xp (attempt_id, player_id, xp, played_at) values (${randomUUID()}, ${players[0]}, 70, ${at(1)})`);

it('includes an attempt that commits late', async () => {
  // Counted once it is committed, or left for the time after the commit.
  await meanwhile(db, insertLate, () => rank(0, 60));
  expect(await rank(0, 60)).toMatchObject([{ xp: 70 }]);
  expect(await breaches()).toEqual([]);
});

it('waits for a slow transaction in a job, and blocks nobody', { tags: ['long'] }, async () => {
  let counted: Promise<unknown> | undefined;
  await db.transaction(async (tx) => {
    await insertLate(tx);
    await outsideTransaction(async () => {
      expect(await rank(0, 60)).toBeUndefined();
      const [{ board } = { board: '' }] = await getSpans();
      expect(await hasJob(db, `${countTask}:${board}`)).toBe(true);
      counted = countSpan({ board }, deps);
      await waitUntilSomeoneWaits(db, () => false);
      // The span ends while the attempt is still running.
      await play(1, 2, 30);
    });
  });
  await counted;
  expect(await rank(0, 60)).toMatchObject([{ xp: 70 }, { xp: 30 }]);
  expect(await breaches()).toEqual([]);
});

it('counts attempts and jobs concurrently without a deadlock', async () => {
  await db.transaction(async (tx) => {
    await lockSpans(tx, 500);
    await outsideTransaction(() => countJobsForAll(db));
  });
});

it('creates a new period when the requested period is deleted concurrently', async () => {
  await play(0, 1);
  await rank(0, 60);
  clock.advance(3 * 24 * 60 * minuteMs);
  const forget = (tx: Tx) => tx.run(sql`update played_spans set forgotten_at = now()`);
  expect(await meanwhile(db, forget, () => rank(0, 60))).toEqual(await rows(0, 60));
  expect((await getSpans()).map(({ forgotten }) => forgotten).sort()).toEqual([false, true]);
});

it('reports where stored scores and attempts differ', async () => {
  await play(0, 1);
  await rank(0, 60);
  await db.run(sql`update board_scores set xp = xp + 1 where board like 'span:%'`);
  expect(await breaches()).toHaveLength(1);
  await db.run(sql`delete from board_scores where board like 'span:%'`);
  expect(await breaches()).toHaveLength(1);
});

it('deletes a period two days after its last use, and counts it again on request', async () => {
  for (const player of [0, 1, 2]) await play(player, 1, player < 2 ? 100 : 50);
  await rank(0, 60);
  await rank(0, 50);
  const week = 7 * 24 * 60;
  for (let hour = 0; hour < 49; hour++) {
    clock.advance(60 * minuteMs + 1);
    await rank(0, 50);
  }
  await forgetSpans(deps, 1);
  expect(await getSpans()).toMatchObject([{ scores: 3, forgotten: false }]);
  expect(await db.rows(sql`select from board_scores where board like 'span:%'`)).toHaveLength(3);
  await play(3, 2);
  expect(await rank(0, 60)).toEqual(await rows(0, 60));
  // A span that is requested while its scores are being removed becomes a new one.
  await db.run(sql`update played_spans set forgotten_at = now()`);
  await play(4, 3);
  expect(await rank(0, 60)).toEqual(await rows(0, 60));
  expect(await rank(-week, week)).toHaveLength(5);
  await forgetSpans(deps);
  expect(await getSpans()).toMatchObject([{ scores: 5 }, { scores: 5 }]);
  expect(await breaches()).toEqual([]);
});
