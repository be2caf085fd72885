// SPDX-License-Identifier: Apache-2.0

/** An attempt that a single match record decides has the same states, coins and receipt as one decided by totals. */
import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { challengesApi, type Receipt, receipt as receiptSchema } from '../../../contract/challenges.ts';
import { verdict } from '../../../contract/verdict.ts';
import { startChallengesTest } from '../../../tests/support/challenges.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { recordedAttempts } from '../../../tests/support/recorded-attempts.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { preflight } from './entries/preflight.ts';
import { type StartDeps, startAttempt } from './entries/start-attempt.ts';
import { shareReceipt } from './receipts/share-receipt.ts';

const challenges = openForTests(startChallengesTest);
const { terms, choice, publisher, getDeps, enter, play, read } = recordedAttempts(challenges);
const minuteMs = 60_000;

async function seenAt(player: { token: string }, attemptId: string): Promise<string | null> {
  const url = `/challenge/attempts/${attemptId}/progress`;
  return (await challenges.test.call({ url, token: player.token })).json().data.matchSeenAt;
}

function decideAgain({ attempt, initial, readings, decision, rules }: Receipt) {
  const [conditions] = attempt.challenge.challengeVariants;
  if (!conditions || !decision) throw new Error('is not decided');
  return verdict({
    ...{ game: attempt.game, terms: attempt.terms, startedAt: attempt.startedAt, now: decision.at },
    ...{ initial, readings, conditions, rules },
  });
}

it('an attempt reports a match as seen only once a match counts', async () => {
  const { player, started } = await enter();
  if (isRefusal(started)) throw new Error(started.refused);
  const { attemptId } = started;
  expect(await seenAt(player, attemptId)).toBeNull();
  play(minuteMs);
  publisher.shown = {
    ...publisher.shown,
    matches: publisher.shown.matches.map((match) => ({ ...match, type: 'arcade' })),
  };
  await read(attemptId, 30);
  expect(await seenAt(player, attemptId)).toBeNull();
  const arcade = publisher.shown.matches;
  play(-20 * minuteMs);
  publisher.shown = { ...publisher.shown, matches: [...arcade, ...publisher.shown.matches] };
  await read(attemptId, 5);
  const now = challenges.test.clock.now().toISOString();
  expect(await seenAt(player, attemptId)).toBe(now);
  await read(attemptId, 5);
  expect(await seenAt(player, attemptId)).toBe(now);
});

it('an attempt is won by the match record, and its receipt reproduces the decision', async () => {
  const { player, started } = await enter();
  if (isRefusal(started)) throw new Error(started.refused);
  const { attemptId } = started;
  play(2 * minuteMs);
  await read(attemptId, 40);
  expect(await challenges.attempt(player, attemptId)).toMatchObject({
    game: 'pubg',
    terms,
    status: 'WAITING_RECHECK',
    reason: 'awaiting-earlier',
    initialStats: { matches: 0, wins: 0, place: null, kills: 0 },
    finalStats: null,
  });
  await read(attemptId, 65);
  expect(await challenges.attempt(player, attemptId)).toMatchObject({
    status: 'SUCCESS',
    rewardGiven: 180,
    finalStats: { matches: 1, wins: 0, place: 4, kills: 5 },
  });
  expect(await challenges.gamerCoins(player)).toBe(1_080);

  const receipt = receiptSchema.parse(await challenges.receipt(player, attemptId));
  expect(decideAgain(receipt)).toMatchObject({
    isFinal: true,
    status: 'SUCCESS',
    reason: receipt.decision?.reason,
  });
  expect(receipt.differences).toEqual({ kills: 5, wins: 0, matches: 1 });
  const kept = await challenges.test.db.rows(sql`
    select kind, kills, reading ->> 'kind' as shown from attempt_readings where attempt_id = ${attemptId}`);
  expect(new Set(kept.map((row) => JSON.stringify(row)))).toEqual(
    new Set([JSON.stringify({ kind: 'matches', kills: null, shown: 'matches' })]),
  );
});

it('a result is shared without matches from before entry, and can still be re-checked', async () => {
  const { player, started } = await enter();
  if (isRefusal(started)) throw new Error(started.refused);
  const { attemptId } = started;
  play(2 * minuteMs);
  await read(attemptId, 40);
  await read(attemptId, 65);
  const own = receiptSchema.parse(await challenges.receipt(player, attemptId));
  expect(own.initial).toMatchObject({ seen: ['old'] });
  const { db, clock } = challenges.test;
  const options = { showsEpicName: false, isListed: false, isInvitation: false };
  const share = await shareReceipt({ playerId: player.id, attemptId, ...options }, { db, clock });
  if (isRefusal(share)) throw new Error(share.refused);
  const answer = await challenges.test.call({ url: `/challenge/shared/${share._id}` });
  const shared = receiptSchema.parse(answer.json().data);
  expect(shared.initial).toEqual({ ...own.initial, seen: [] });
  expect(decideAgain(shared)).toEqual(decideAgain(own));
  // Where the record of the match is, without the name.
  expect(answer.json().data).toMatchObject({ platform: 'steam', attempt: { epicId: '' } });
});

it('an attempt is lost by a match that misses the conditions, and ignores kill totals', async () => {
  const { player, started } = await enter();
  if (isRefusal(started)) throw new Error(started.refused);
  play(minuteMs, { place: 40, kills: 9 });
  await read(started.attemptId, 105);
  expect(await challenges.attempt(player, started.attemptId)).toMatchObject({
    status: 'FAILED',
    finalStats: { place: 40, kills: 9 },
  });
  const counted = await challenges.test.db.row(sql`
    select matches, kills from finished_attempts where attempt_id = ${started.attemptId}`);
  expect(counted).toEqual({ matches: 0, kills: 0 });
});

it('an entry binds the account’s id, and is refused for text that names no account of its game', async () => {
  publisher.shown = { kind: 'matches', isBanned: false, seen: [], matches: [], untold: [] };
  const player = await challenges.player();
  const enterAs = (epicId: string) => {
    const { body } = challengesApi.start;
    const input = { ...body.parse({ epicId, ...choice }), playerId: player.id, network: player.id };
    return startAttempt({ ...input, isPractice: false, idempotencyKey: randomUUID() }, getDeps());
  };
  for (const epicId of ['Bob', '/Bob', 'steam/', 'steam/A,B']) {
    expect(await enterAs(epicId)).toMatchObject({
      refused: 'invalid_request',
      data: { issues: [{ path: 'epicId' }] },
    });
  }
  const id = `steam/account.${randomUUID().replaceAll('-', '')}`;
  expect(await enterAs(id)).toEqual({ attemptId: expect.any(String) });
});

it('an attempt is not decided by a match list requested too early, however late its records arrived', async () => {
  const { player, started } = await enter();
  if (isRefusal(started)) throw new Error(started.refused);
  play(2 * minuteMs);
  publisher.readingMs = 2 * minuteMs;
  await read(started.attemptId, 61);
  expect(await challenges.attempt(player, started.attemptId)).toMatchObject({ reason: 'awaiting-earlier' });
  publisher.readingMs = 0;
  await read(started.attemptId, 1);
  expect(await challenges.attempt(player, started.attemptId)).toMatchObject({ status: 'SUCCESS' });
});

it('an entry is refused in its game’s words, also for a banned account', async () => {
  publisher.isUnknown = true;
  const { started } = await enter();
  expect(started).toMatchObject({ refused: 'game_account_unknown', data: { account: 'PUBG account' } });
  publisher.isUnknown = false;
  const deps = getDeps();
  const player = await challenges.player();
  publisher.shown = { ...publisher.shown, isBanned: true };
  const input = { playerId: player.id, epicId: 'steam/Banned', network: player.id, ...choice };
  const refused = await startAttempt({ ...input, isPractice: false, idempotencyKey: randomUUID() }, deps);
  expect(refused).toMatchObject({ refused: 'game_account_banned', data: { game: 'PUBG' } });
  expect(await challenges.gamerCoins(player)).toBe(1_000);
});

it('entries are refused only while their own game is overloaded, not another game', async () => {
  const full = {
    find: async () => ({ load: 1e6, pace: { requestsPerSecond: 1, timeScale: 1 }, overdueMs: 0 }),
  };
  const closed = { read: async () => ({ kind: 'busy', retryInMs: 1 }), freeRate: async () => 0, budgets: [] };
  publisher.shown = { kind: 'matches', isBanned: false, seen: [], matches: [], untold: [] };
  const enterWith = async (game: 'fortnite' | 'pubg', parts: Record<string, object>) => {
    const { id: playerId } = await challenges.player();
    const deps = getDeps();
    const games = {
      ...deps.games,
      fortnite: { ...deps.games.fortnite, ...parts.fortnite },
      pubg: { ...deps.games.pubg, ...parts.pubg },
    };
    const { challengeId, challengeType } = challenges;
    const offer = game === 'pubg' ? choice : { challengeId, challengeType };
    const epicId = `${game === 'pubg' ? 'steam/' : ''}${playerId.slice(-8)}`;
    const entry = { playerId, epicId, network: playerId, isPractice: false, ...offer };
    const cleared = await preflight(entry, { ...deps, games } as StartDeps);
    return isRefusal(cleared) ? cleared.refused : 'cleared';
  };
  expect(await enterWith('pubg', { fortnite: { load: full } })).toBe('cleared');
  expect(await enterWith('fortnite', { fortnite: { load: full } })).toBe('readings_busy');
  expect(await enterWith('fortnite', { pubg: { load: full, source: closed } })).toBe('cleared');
  expect(await enterWith('pubg', { pubg: { source: closed } })).toBe('stats_unavailable');
});
