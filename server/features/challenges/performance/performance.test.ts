// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { beforeAll, expect, it } from 'vitest';
import { type Performance, performance } from '../../../../contract/performance.ts';
import { type Player, startChallengesTest } from '../../../../tests/support/challenges.ts';
import { goToMorning } from '../../../../tests/support/clock.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { auditLedger } from '../../../audit.ts';
import { insertVariant } from '../challenge-store.ts';
import { getBests, getCareer, getDays, getGames, getKinds, getMatches } from './performance-queries.ts';

const challenges = openForTests(startChallengesTest);
let admin: Player;
beforeAll(async () => {
  goToMorning(challenges.test.clock);
  admin = await challenges.player({ role: 'SUPER_ADMIN' });
  await challenges.test.db.transaction((tx) =>
    insertVariant(tx, challenges.challengeId, {
      requiredPlacement: 1,
      requiredKills: 0,
      position: 1,
      entryFeeGC: 10,
      rewardGC: 50,
    }),
  );
});

async function read(player: Player, query = ''): Promise<Performance> {
  const answer = await challenges.test.call({ url: `/challenge/performance${query}`, token: player.token });
  expect(answer.statusCode).toBe(200);
  return performance.parse(answer.json().data);
}

/** Enters, plays one match and has it decided; a lost one takes the confirming reading. */
async function play(
  player: Player,
  match: { placement: number; kills: number },
  challengeType = challenges.challengeType,
): Promise<string> {
  const epicId = `epic-${player.id.slice(-8)}`;
  const { attemptId } = await challenges.enter(player, { epicId, challengeType });
  await challenges.playLater(attemptId, epicId, match);
  const { status } = await challenges.attempt(player, attemptId);
  if (status !== 'SUCCESS') await challenges.read(attemptId, 5);
  return attemptId;
}

async function undo(attemptId: string): Promise<void> {
  expect((await challenges.voidAttempt(admin, attemptId)).statusCode).toBe(200);
}

async function getBreaches(): Promise<string[]> {
  return (await auditLedger(challenges.test.db)).proofs.flatMap(({ breaches }) => breaches);
}

it('shows zeros for a player without a finished attempt', async () => {
  const answer = await read(await challenges.player());
  expect(answer).toMatchObject({ days: [], kinds: [], matches: [], career: null });
  expect(answer.bests).toEqual({ kills: null, winsInRow: null, reward: null });
  expect(answer.totals).toMatchObject({ entries: 0, coinsIn: 0, coinsOut: 0 });
});

it('sums days, kinds, matches and bests, removes a voided attempt, and passes the audit', {
  tags: ['long'],
}, async () => {
  const player = await challenges.player();
  const first = await play(player, { placement: 4, kills: 6 });
  const second = await play(player, { placement: 1, kills: 2 }, 'TOP1_0KILL_SOLO');
  challenges.test.clock.advance(86_400_000);
  const lost = await play(player, { placement: 30, kills: 3 });
  const third = await play(player, { placement: 9, kills: 11 });

  const before = await read(player);
  expect(before.totals).toEqual({
    entries: 4,
    finished: 4,
    won: 3,
    cancelled: 0,
    matches: 4,
    kills: 22,
    firstPlaces: 1,
    top10: 3,
    coinsIn: 325,
    coinsOut: 650,
  });
  expect(before.days.map(({ won, finished, kills }) => [won, finished, kills])).toEqual([
    [2, 2, 8],
    [1, 2, 14],
  ]);
  expect(before.kinds).toMatchObject([
    { challengeType: 'TOP10_5KILL_SOLO', requiredKills: 5, entries: 3, won: 2, coinsIn: 315, coinsOut: 600 },
    { challengeType: 'TOP1_0KILL_SOLO', requiredPlacement: 1, entries: 1, won: 1, coinsIn: 10, coinsOut: 50 },
  ]);
  expect(before.matches.map(({ place, kills }) => [place, kills])).toEqual([
    [10, 11],
    [null, 3],
    [1, 2],
    [10, 6],
  ]);
  expect(before.bests).toMatchObject({
    kills: { value: 11, attemptId: third },
    winsInRow: { value: 2, attemptId: second },
    reward: { value: 300, attemptId: first },
  });
  expect(before.career).toMatchObject({ matches: 104, wins: 11, kills: 222 });
  expect((await read(player, '?days=1')).days).toHaveLength(1);
  expect((await read(player, '?days=1')).totals).toEqual(before.totals);

  await undo(third);
  await undo(first);
  const after = await read(player);
  expect(after.totals).toMatchObject({ entries: 4, finished: 2, won: 1, cancelled: 2, kills: 5 });
  expect(after.totals).toMatchObject({ coinsIn: 325, coinsOut: 105 + 50 + 105 });
  expect(after.bests).toMatchObject({
    kills: { value: 3, attemptId: lost },
    winsInRow: { value: 1, attemptId: second },
    reward: { value: 50, attemptId: second },
  });
  // With the lost one between them gone, what was won before and after is one row.
  const fourth = await play(player, { placement: 2, kills: 5 });
  await undo(lost);
  expect((await read(player)).bests.winsInRow).toMatchObject({ value: 2, attemptId: fourth });
  await undo(second);
  expect((await read(player)).totals).toMatchObject({ finished: 1, won: 1, firstPlaces: 0, top10: 1 });
  expect(await getBreaches()).toEqual([]);
});

it('adds several matches to the sums, but not to single-match figures', async () => {
  const player = await challenges.player();
  const epicId = `epic-${player.id.slice(-8)}`;
  const { attemptId } = await challenges.enter(player, { epicId });
  challenges.play(epicId, { placement: 3, kills: 9, minutes: 5 });
  await challenges.playLater(attemptId, epicId, { placement: 2, kills: 8, minutes: 5 });
  expect((await challenges.attempt(player, attemptId)).status).toBe('SUCCESS');
  const answer = await read(player);
  expect(answer.totals).toMatchObject({ matches: 2, kills: 17, top10: 2 });
  expect([answer.matches, answer.bests.kills]).toEqual([[], null]);
});

it('requires a session and a valid number of days', async () => {
  const url = '/challenge/performance';
  expect((await challenges.test.call({ url })).json().code).toBe('not_signed_in');
  const { token } = await challenges.player();
  for (const days of ['0', '367', 'x'])
    expect((await challenges.test.call({ url: `${url}?days=${days}`, token })).statusCode).toBe(400);
});

it('keeps sums right when attempts end and are voided concurrently, and the audit reports wrong sums', {
  tags: ['long'],
}, async () => {
  const { db } = challenges.test;
  const player = await challenges.player();
  const end = (number: number) => sql`
    insert into attempts (player_id, challenge_id, challenge_description, variant_id, challenge_type, entry_fee_gc,
      reward_gc, required_placement, required_kills, epic_name, epic_account_key, rules, started_at, start_by, status,
      reason, completed_at)
    values (${player.id}, ${challenges.challengeId}, 'x', ${player.id}, 'TOP10_5KILL_SOLO', 0, 1, 10, 5, 'e', 'k', '{}',
      now(), now(), ${number % 4 ? 'SUCCESS' : 'FAILED'}, 'x', timestamptz '2026-05-01T00:00Z' + ${number} * interval '1 hour')`;
  await Promise.all(Array.from({ length: 16 }, (_, number) => db.run(end(number + 1))));
  const ids = await db.rows<{ id: string }>(sql`
    select id from attempts where player_id = ${player.id} order by completed_at`);
  await Promise.all([
    ...ids
      .filter((_, place) => place % 3 === 0)
      .map(({ id }) => db.run(sql`update attempts set status = 'CANCELLED' where id = ${id}`)),
    ...[17, 18, 19].map((number) => db.run(end(number))),
  ]);
  expect(await getBreaches()).toEqual([]);

  await db.run(sql`update attempt_kinds set won = won + 1 where player_id = ${player.id}`);
  await db.run(sql`update finished_attempts set wins_in_row = 9 where player_id = ${player.id} and is_won`);
  expect((await getBreaches()).length).toBeGreaterThan(2);
  await db.run(sql`update attempt_kinds set won = won - 1 where player_id = ${player.id}`);
  await db.run(sql`delete from finished_attempts where player_id = ${player.id}`);
});

it('reads no more rows for a player with 10,000 attempts', { tags: ['long'] }, async () => {
  const { db } = challenges.test;
  const veteran = await challenges.player();
  for (let first = 1; first < 10_000; first += 1_000) {
    await db.run(sql`
      insert into attempts (player_id, challenge_id, challenge_description, variant_id, challenge_type, entry_fee_gc,
        reward_gc, required_placement, required_kills, epic_name, epic_account_key, rules, started_at, start_by, status,
        reason, completed_at)
      select ${veteran.id}, ${challenges.challengeId}, 'x', ${veteran.id}, 'TOP10_' || n % 9 || 'KILL_SOLO', 0, 1, 10,
        n % 9, 'e', 'k', '{}', now(), now(), case when n % 3 = 0 then 'SUCCESS' else 'FAILED' end, 'x',
        timestamptz '2026-01-01T00:00Z' + n * interval '40 minutes'
      from generate_series(${first}::int, ${first}::int + 999) n`);
  }
  await db.run(sql`update finished_attempts set matches = 1, kills = 1 where player_id = ${veteran.id}`);
  await db.run(sql`vacuum analyze`);
  const rowsRead = await db.transaction(async (tx) => {
    // What this connection has read and not yet reported is in it too.
    const countRows = async () =>
      (
        await tx.one<{ read: number }>(
          sql`select sum(seq_tup_read + idx_tup_fetch) as read from pg_stat_xact_user_tables`,
        )
      ).read;
    const before = await countRows();
    expect(await getDays(tx, veteran.id, '2026-07-14')).toHaveLength(84);
    expect(await getKinds(tx, veteran.id)).toHaveLength(9);
    expect(await getMatches(tx, veteran.id)).toHaveLength(20);
    expect((await getBests(tx, veteran.id)).kills?.value).toBe(1);
    await getCareer(tx, veteran.id);
    expect(await getGames(tx, veteran.id)).toEqual([]);
    return (await countRows()) - before;
  });
  expect(rowsRead).toBeLessThan(150);
});
