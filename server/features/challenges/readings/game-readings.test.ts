// SPDX-License-Identifier: Apache-2.0

/** Games whose statistics aren't configured, or no longer are. */
import { expect, it } from 'vitest';
import { startChallengesTest, startDeps } from '../../../../tests/support/challenges.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { runningAttempts } from '../../../../tests/support/running-attempt.ts';
import { type Entry, preflight } from '../entries/preflight.ts';
import { openReadingsByGame } from './game-readings.ts';
import { type ReadDeps, readAttempt } from './read-attempt.ts';

const challenges = openForTests(startChallengesTest);
const { running, stands } = runningAttempts(() => challenges);

function withoutStatistics() {
  const deps = startDeps(challenges);
  return { ...deps, games: openReadingsByGame({}, deps) } as typeof deps & ReadDeps;
}

it('refuses entries to an unconfigured game without any request', async () => {
  const { id: playerId } = await challenges.player();
  const { challengeId, challengeType } = challenges;
  const entry: Entry = {
    ...{ playerId, challengeId, challengeType },
    epicId: 'left-out',
    network: playerId,
    isPractice: false,
  };
  const asked = challenges.source.requests.length;
  expect(await preflight(entry, withoutStatistics())).toEqual({ refused: 'challenge_inactive' });
  expect(challenges.source.requests).toHaveLength(asked);
});

it('refunds attempts at an unconfigured game that still run after six hours', async () => {
  const run = await running();
  const deps = withoutStatistics();
  const read = async () => {
    challenges.test.clock.advance(20 * 60_000);
    await readAttempt(run, deps);
  };
  for (let reads = 0; reads < 18; reads++) await read();
  expect(await stands(run)).toBe('WAITING_RECHECK source-fault');
  await read();
  expect(await stands(run)).toBe('CANCELLED source-down');
  expect(await challenges.gamerCoins(run.player)).toBe(1000);
});
