// SPDX-License-Identifier: Apache-2.0

/** Refusals that our own data decides come before the request to the game statistics, which is expensive. */
import sql from 'sql-template-tag';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { type Player, startChallengesTest, startDeps } from '../../../../tests/support/challenges.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { openPlay } from '../../../../tests/support/open-play.ts';
import { isRefusal, refuse } from '../../../platform/refusal.ts';
import { checkAccount } from './check-account.ts';
import { type EntryDeps, preflight } from './preflight.ts';

const challenges = openForTests(startChallengesTest);
let offer: { challengeId: string; challengeType: string };
let asked: string[];
beforeAll(async () => {
  const { challengeId, challengeType } = challenges;
  offer = { challengeId, challengeType };
});
beforeEach(() => {
  asked = [];
});

const calm = {
  find: async () => ({ load: 0, pace: { requestsPerSecond: 1000, timeScale: 1 }, overdueMs: 0 }),
};
const busy = {
  find: async () => ({ load: 0, pace: { requestsPerSecond: 1000, timeScale: 1 }, overdueMs: 3_600_000 }),
};
const read = async (reference: { name: string }) => {
  asked.push(reference.name);
  return { kind: 'never-played' };
};
const deps = ({ parts, ...more }: { parts?: object } = {}) =>
  ({
    ...startDeps(challenges),
    limiter: challenges.test.app.http.limiter,
    games: { fortnite: { isActive: true, source: { read }, maxWaitMs: { entry: 1 }, load: calm, ...parts } },
    play: openPlay,
    ...more,
  }) as unknown as EntryDeps;
const enter = async (
  { id: playerId }: Player,
  { isPractice = false, ...more }: Record<string, unknown> = {},
) => {
  const entry = {
    ...offer,
    playerId,
    epicId: `pre-${playerId.slice(-6)}`,
    network: playerId,
    isPractice,
  } as never;
  const cleared = await preflight(entry, deps(more));
  return { says: isRefusal(cleared) ? cleared.refused : 'cleared', asked: asked.length };
};

it('asks the source about an eligible player', async () => {
  expect(await enter(await challenges.player())).toEqual({ says: 'cleared', asked: 1 });
});

it('asks nothing about a player who is barred, already playing, short of coins or done with practice', {
  tags: ['long'],
}, async () => {
  const barred = { ...openPlay, check: async () => refuse('play_paused') };
  expect(await enter(await challenges.player(), { play: barred })).toEqual({ says: 'play_paused', asked: 0 });
  expect(await enter(await challenges.player({ gamerCoins: 104 }))).toEqual({
    says: 'insufficient_coins',
    asked: 0,
  });
  expect(await enter(await challenges.player({ gamerCoins: 105 }))).toEqual({ says: 'cleared', asked: 1 });
  asked = [];
  const playing = await challenges.player();
  await challenges.enter(playing);
  expect(await enter(playing)).toEqual({ says: 'attempt_active', asked: 0 });
  expect(await enter(playing, { isPractice: true })).toEqual({ says: 'attempt_active', asked: 0 });
  await challenges.playLater(
    (
      await challenges.test.db.one<{ id: string }>(
        sql`select id from attempts where player_id = ${playing.id}`,
      )
    ).id,
    `epic-${playing.id.slice(-8)}`,
  );
  expect(await enter(playing, { isPractice: true })).toEqual({ says: 'practice_not_offered', asked: 0 });
});

it('asks nothing while readings are late, not even to check an account', async () => {
  const player = await challenges.player();
  expect(await enter(player, { parts: { load: busy } })).toEqual({ says: 'readings_busy', asked: 0 });
  const wish = { playerId: player.id, epicId: 'late', network: player.id };
  expect(await checkAccount(wish, deps({ parts: { load: busy } }))).toEqual({ refused: 'readings_busy' });
  expect(asked).toEqual([]);
});
