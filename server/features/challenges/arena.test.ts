// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Sandbox } from '../../../sandbox/options.ts';
import { sendJson, startTestSandbox } from '../../../sandbox/testing/start.ts';
import { everythingMayBeMade } from '../../../tests/support/approvals.ts';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import { openPlay } from '../../../tests/support/open-play.ts';
import { patient } from '../../../tests/support/patience.ts';
import { getBalances } from '../../ledger/balances.ts';
import { systemClock } from '../../platform/clock.ts';
import { type JobWorker, startWorker } from '../../platform/jobs/worker.ts';
import { createListener, type Listener } from '../../platform/listen.ts';
import { createLogger } from '../../platform/log.ts';
import { listChallenges } from './challenge-store.ts';
import { startAttempt } from './entries/start-attempt.ts';
import { challengesDeps, challengesTasks } from './feature.ts';
import { seedChallenges } from './seed.ts';

/** Replaces nothing: real sandbox, budget, queue, worker and time, at the sandbox's scale. */
const timeScale = 60;
const log = createLogger('silent');
const db = openTestDatabase();
let listener: Listener;
let sandbox: Sandbox;
let worker: JobWorker;
let deps: ReturnType<typeof challengesDeps>;
beforeAll(async () => {
  listener = await createListener(db.url, log);
  const requestsPerSecond = 3 * timeScale;
  sandbox = await startTestSandbox({ timeScale, statsPerSecond: requestsPerSecond });
  const keys = [{ key: 'key', requestsPerSecond }];
  const gameStats = { fortnite: { baseUrl: `${sandbox.url}/fortnite`, keys } };
  const xp = { finished: 20, success: 100 };
  deps = challengesDeps({ db, clock: systemClock, log, listener, gameStats, timeScale, xp });
  await db.transaction(seedChallenges);
  const tasks = { ...challengesTasks(deps), 'challenge.finished': async () => {} };
  worker = await startWorker({ connectionString: db.url, pool: db.pool, tasks, concurrency: 4, log });
});
afterAll(async () => {
  await worker.stop();
  await sandbox.close();
  await listener.close();
});

async function enter(
  epicId: string,
): Promise<{ playerId: string; outcome: Awaited<ReturnType<typeof startAttempt>> }> {
  const { id: playerId } = await createPlayer(db, { gamerCoins: 500 });
  const [challenge] = await listChallenges(db);
  const [variant] = challenge?.challengeVariants ?? [];
  const outcome = await startAttempt(
    {
      playerId,
      epicId,
      challengeId: challenge?._id ?? '',
      challengeType: variant?.challengeType ?? '',
      idempotencyKey: randomUUID(),
      network: '127.0.0.1',
      isPractice: false,
    },
    { ...deps, play: openPlay, takeCoins: everythingMayBeMade },
  );
  return { playerId, outcome };
}

async function expectPaidSoon(epicId: string): Promise<void> {
  const { playerId, outcome } = await enter(epicId);
  expect(outcome).toEqual({ attemptId: expect.any(String) });
  const played = await sendJson(`${sandbox.url}/arena/players/${epicId}/matches`, 'POST', {
    placement: 4,
    kills: 3,
  });
  expect(played.status).toBeLessThan(300);
  const paid = { gamerCoins: 500 - 100 + 180, xp: 120, referralTokens: 0 };
  await vi.waitFor(async () => expect(await getBalances(db, playerId)).toEqual(paid), {
    timeout: patient(10_000),
    interval: 100,
  });
}
it('pays a new player within ten seconds of the match', { tags: ['long'] }, () =>
  expectPaidSoon('freshWinner'),
);
it('pays a returning player just as fast', { tags: ['long'] }, () => expectPaidSoon('Winner'));

it('settles an attempt whose player went private midway', async () => {
  const { playerId, outcome } = await enter('Hider');
  expect(outcome).toEqual({ attemptId: expect.any(String) });
  await sendJson(`${sandbox.url}/arena/players/Hider`, 'PATCH', { public: false });
  const lost = { gamerCoins: 400, xp: 0, referralTokens: 0 };
  await vi.waitFor(async () => expect(await getBalances(db, playerId)).toEqual(lost), {
    interval: 200,
  });
});

it.each([
  ['missingNo', 'epic_id_unknown'],
  ['privatePam', 'stats_private'],
])('refuses the account %s and takes no coins', async (epicId, code) => {
  const { playerId, outcome } = await enter(epicId);
  expect(outcome).toMatchObject({ refused: code });
  expect((await getBalances(db, playerId)).gamerCoins).toBe(500);
});

it.each([
  ['time', 'Lagger'],
  ['placement', 'Placer'],
] as const)('pays a match whose %s is reported seconds late', { tags: ['long'] }, async (part, epicId) => {
  const { playerId, outcome } = await enter(epicId);
  expect(outcome).toEqual({ attemptId: expect.any(String) });
  const player = `${sandbox.url}/arena/players/${epicId}`;
  await sendJson(player, 'PATCH', { lateParts: [part], lateSeconds: 2 });
  await sendJson(`${player}/matches`, 'POST', { placement: 4, kills: 3 });
  await vi.waitFor(async () => expect((await getBalances(db, playerId)).gamerCoins).toBe(500 - 100 + 180), {
    interval: 100,
  });
});
