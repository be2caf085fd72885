// SPDX-License-Identifier: Apache-2.0
// @module-tag long

import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { everythingMayBeMade } from '../../../tests/support/approvals.ts';
import { type ChallengesTest, type Player, startChallengesTest } from '../../../tests/support/challenges.ts';
import { dieBefore, dieBeforeEachStep } from '../../../tests/support/dying-database.ts';
import type { KilledJob } from '../../../tests/support/killed-worker.ts';
import { openPlay } from '../../../tests/support/open-play.ts';
import type { Database } from '../../platform/db/database.ts';
import { createLogger } from '../../platform/log.ts';
import { startAttempt } from './entries/start-attempt.ts';
import { challengesDeps } from './feature.ts';
import { voidAttempt } from './void-attempt.ts';

const script = fileURLToPath(new URL('../../../tests/support/killed-worker.ts', import.meta.url));
const compileCache = mkdtempSync(join(tmpdir(), 'finalring-killed-'));
const atOnce = 3;

let challenges: ChallengesTest;
beforeAll(async () => {
  challenges = await startChallengesTest();
});
afterAll(async () => {
  rmSync(compileCache, { recursive: true, force: true });
  await challenges.close();
});

/** Runs the job of a reading in a process of its own that is killed before the given step; returns whether it was killed. */
function readInProcess(killBefore: number, attemptId: string): Promise<boolean> {
  const job: KilledJob = {
    databaseUrl: challenges.test.databaseUrl,
    sourceUrl: challenges.source.baseUrl,
    now: challenges.test.clock.now().toISOString(),
    killBefore,
    attemptId,
  };
  const env = { ...process.env, NODE_COMPILE_CACHE: compileCache };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [script, JSON.stringify(job)], { env }, (error, stdout, stderr) => {
      if (error?.signal === 'SIGKILL') resolve(true);
      else if (stdout === 'finished\n') resolve(false);
      else reject(new Error(stderr || error?.message));
    });
  });
}

/** The server's dependencies, but on a different database. */
function depsOn(db: Database) {
  const { test, source } = challenges;
  return challengesDeps({
    db,
    clock: test.clock,
    log: createLogger('silent'),
    listener: { on: () => () => {}, onReconnect: () => {}, connected: true, close: async () => {} },
    gameStats: {
      fortnite: { baseUrl: source.baseUrl, keys: [{ key: 'test-key', requestsPerSecond: 1000 }] },
    },
    timeScale: 1,
    xp: { finished: 20, success: 100 },
  });
}

async function toMovements(attemptId: string): Promise<string[]> {
  const rows = await challenges.test.db.rows<{ type: string }>(sql`
    select type from transfers where reference = ${attemptId} order by id`);
  return rows.map(({ type }) => type);
}

async function facts(attemptId: string): Promise<number> {
  const row = await challenges.test.db.row<{ count: number }>(sql`
    select count(*) from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where tasks.identifier like 'challenge.%' and jobs.payload ->> 'attemptId' = ${attemptId}`);
  return row?.count ?? Number.NaN;
}

async function won(): Promise<{ player: Player; attemptId: string }> {
  const player = await challenges.player();
  const epicId = `epic-${player.id.slice(-8)}`;
  const { attemptId } = await challenges.enter(player, { epicId });
  challenges.play(epicId, { minutes: 1 });
  return { player, attemptId };
}

it('settles once, wherever the worker is killed', async () => {
  const steps = await dieBeforeEachStep(async (step) => {
    const { player, attemptId } = await won();
    challenges.test.clock.advance(1000);
    const died = await readInProcess(step, attemptId);
    // All or nothing: a decided attempt is also paid.
    const { status } = await challenges.attempt(player, attemptId);
    expect(await challenges.gamerCoins(player)).toBe(status === 'SUCCESS' ? 1195 : 895);
    // The queue hands the job to another worker.
    await challenges.read(attemptId, 1);
    expect((await challenges.attempt(player, attemptId)).status).toBe('SUCCESS');
    expect(await challenges.gamerCoins(player)).toBe(1195);
    expect(await challenges.xp(player)).toBe(120);
    const types = ['challenge_entry', 'challenge_fee', 'challenge_reward', 'xp_award'];
    expect(await toMovements(attemptId)).toEqual(types);
    expect(await facts(attemptId)).toBe(2);
    return died;
  }, atOnce);
  expect(steps).toBeGreaterThan(12);
});

it('charges one fee for one entry, wherever the server is killed', async () => {
  const steps = await dieBeforeEachStep(async (step) => {
    const player = await challenges.player();
    const key = randomUUID();
    const { challengeId, challengeType } = challenges;
    const entry = { epicId: `epic-${player.id.slice(-8)}`, challengeId, challengeType, isPractice: false };
    // A separate network, because calls counted for killed requests stay for ten seconds, and other requests of the
    // network would wait for them.
    const input = { playerId: player.id, idempotencyKey: key, network: player.id, ...entry };
    const died = await dieBefore(step, challenges.test, (db) =>
      startAttempt(input, { ...depsOn(db), play: openPlay, takeCoins: everythingMayBeMade }),
    );
    expect([895, 1000]).toContain(await challenges.gamerCoins(player));
    // The browser sends the same request again.
    const { status, attemptId } = await challenges.enter(player, { key, epicId: entry.epicId });
    expect(status).toBe(200);
    expect(await challenges.gamerCoins(player)).toBe(895);
    expect(await toMovements(attemptId)).toEqual(['challenge_entry']);
    return died;
  }, atOnce);
  expect(steps).toBeGreaterThan(12);
});

it('voids an attempt once, wherever the server is killed', async () => {
  const admin = await challenges.player({ role: 'ADMIN' });
  // The attempts entered above are never read, and overdue readings would keep new entries out.
  await challenges.test.db.run(sql`
    update attempts set next_reading_at = next_reading_at + interval '9 days' where completed_at is null`);
  const steps = await dieBeforeEachStep(async (step) => {
    const { player, attemptId } = await won();
    await challenges.read(attemptId, 1);
    const idempotencyKey = randomUUID();
    const body = { reason: 'Cheated', forfeitFee: false };
    const input = { actorId: admin.id, attemptId, idempotencyKey, ...body };
    const died = await dieBefore(step, challenges.test, (db) => voidAttempt(input, depsOn(db)));
    expect([1000, 1195]).toContain(await challenges.gamerCoins(player));
    const again = await challenges.test.call({
      method: 'POST',
      url: `/challenge/attempts/${attemptId}/void`,
      token: admin.token,
      key: idempotencyKey,
      payload: body,
    });
    expect(again.statusCode).toBe(200);
    expect(await challenges.gamerCoins(player)).toBe(1000);
    expect(await challenges.xp(player)).toBe(0);
    expect(await facts(attemptId)).toBe(3);
    return died;
  }, atOnce);
  expect(steps).toBeGreaterThan(12);
});
