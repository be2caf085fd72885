// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { startChallengesTest, startDeps } from '../../../../tests/support/challenges.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { runningAttempts } from '../../../../tests/support/running-attempt.ts';
import { withReadings } from '../../../../tests/support/with-readings.ts';
import { createLogger } from '../../../platform/log.ts';
import { type ReadDeps, readAttempt } from './read-attempt.ts';
import { readTask } from './reading-jobs.ts';

/** The logged warnings, except those about calls. */
const said: Record<string, unknown>[] = [];
const log = createLogger('warn', {
  write(line) {
    const warning = JSON.parse(line);
    if (warning.msg !== 'answered') said.push(warning);
  },
});
const challenges = openForTests(() => startChallengesTest({ log }));

const { running, say, stands } = runningAttempts(() => challenges);

/** In how many milliseconds, by the database's clock, the waiting reading is planned to run. */
async function plannedInMs(attemptId: string): Promise<number> {
  const { inMs } = await challenges.test.db.one<{ inMs: number }>(sql`
    select round(extract(epoch from run_at - updated_at) * 1000)::int as in_ms
    from graphile_worker.jobs where key = ${`${readTask}:${attemptId}`}`);
  return inMs;
}

describe('reading jobs', () => {
  it('schedule the next reading for the time it can change the status', { tags: ['long'] }, async () => {
    const run = await running();
    const { db, clock } = challenges.test;
    const dueInMinutes = async () => {
      const { at } = await db.one<{ at: Date }>(
        sql`select next_reading_at as at from attempts where id = ${run.attemptId}`,
      );
      const dueInMs = at.getTime() - clock.now().getTime();
      expect(await plannedInMs(run.attemptId)).toBe(dueInMs);
      return dueInMs / 60_000;
    };
    expect(await dueInMinutes()).toBe(7);
    const { payload } = await db.one<{ payload: object }>(sql`
      select payload from graphile_worker._private_jobs where key = ${`${readTask}:${run.attemptId}`}`);
    expect(payload).toMatchObject({ attemptId: run.attemptId });
    await challenges.read(run.attemptId, 7.5);
    expect(await dueInMinutes()).toBe(2);
    await challenges.playLater(run.attemptId, run.epicId, { kills: 0 });
    await challenges.read(run.attemptId, 2.5);
    expect(await dueInMinutes()).toBe(0.5);
  });

  it('continue when the source dates the last match in the future', { tags: ['long'] }, async () => {
    const player = await challenges.player();
    const epicId = `epic-${player.id.slice(-8)}`;
    const lastModified = new Date(challenges.test.clock.now().getTime() + 10 * 3_600_000);
    const solo = { matches: 9, wins: 1, top10: 2, top25: 3, kills: 9, minutesPlayed: 90, lastModified };
    challenges.accounts.set(epicId, { id: randomUUID().replaceAll('-', ''), solo });
    const { attemptId } = await challenges.enter(player, { epicId });
    for (let more = 0; more < 3; more++) {
      await challenges.read(attemptId, 8);
      expect(await plannedInMs(attemptId)).toBeLessThanOrEqual(8 * 60_000);
    }
    await challenges.read(attemptId, 80);
    const { status, refundGC } = await challenges.attempt(player, attemptId);
    expect([status, refundGC]).toEqual(['CANCELLED', 95]);
  });

  it('wait 15 seconds after a reading by a process with a slow clock', { tags: ['long'] }, async () => {
    const run = await running();
    await challenges.playLater(run.attemptId, run.epicId, { kills: 0 });
    await challenges.read(run.attemptId, 3 - 5 / 60);
    expect(await stands(run)).toBe('WAITING_RECHECK confirming');
    expect(await plannedInMs(run.attemptId)).toBe(15_000);
    await challenges.read(run.attemptId, 15 / 60);
    expect(await stands(run)).toBe('FAILED conditions-not-met');
  });

  it('keep an attempt in progress when a process with a slow clock reads it', {
    tags: ['long'],
  }, async () => {
    const run = await running();
    const { clock } = challenges.test;
    await challenges.read(run.attemptId, 5.5);
    expect(await stands(run)).toBe('IN_PROGRESS awaiting-match');
    const now = clock.now();
    clock.set(new Date(now.getTime() - 60_000));
    await challenges.read(run.attemptId, 0);
    clock.set(now);
    expect(await stands(run)).toBe('IN_PROGRESS awaiting-match');
  });

  it('run at a lower priority than events for other features', async () => {
    const run = await running();
    const { db } = challenges.test;
    const getPriority = async (task: string) => {
      const row = await db.row<{ priority: number }>(sql`
        select priority from graphile_worker.jobs where task_identifier = ${task} order by id desc limit 1`);
      return row?.priority ?? Number.NaN;
    };
    expect(await getPriority(readTask)).toBeGreaterThan(0);
    await challenges.playLater(run.attemptId, run.epicId);
    expect(await getPriority('challenge.finished')).toBe(0);
  });

  it('return to the queue without a reading while the source accepts no requests', {
    tags: ['long'],
  }, async () => {
    const run = await running();
    const { db, app } = challenges.test;
    const getDueAt = () => db.one(sql`select next_reading_at from attempts where id = ${run.attemptId}`);
    const dueAt = await getDueAt();
    await db.run(sql`
      update attempts set next_reading_at = now() + interval '9 days'
      where completed_at is null and id <> ${run.attemptId}`);
    await db.run(sql`update source_budget set blocked_until = clock_timestamp() + interval '90 seconds'`);
    await challenges.read(run.attemptId, 11);
    await db.run(sql`update source_budget set blocked_until = '-infinity'`);
    expect(await stands(run)).toBe('IN_PROGRESS awaiting-match');
    expect((await challenges.receipt(run.player, run.attemptId)).readings).toEqual([]);
    expect(await getDueAt()).toEqual(dueAt);
    expect(await plannedInMs(run.attemptId)).toBeGreaterThan(80_000);
    // Overdue by four minutes, but not lost.
    said.splice(0);
    await app.tasks['sweep-attempts']?.({} as never);
    expect([await plannedInMs(run.attemptId), said]).toEqual([expect.toSatisfy((ms) => ms > 80_000), []]);
  });

  it('store nothing when only the requested key is busy, however long', { tags: ['long'] }, async () => {
    const run = await running();
    challenges.test.clock.advance(60 * 60_000);
    const read = async () => ({ kind: 'busy', retryInMs: 1_000 }) as const;
    const source = { read, freeRate: async () => 3, budgets: [] };
    await readAttempt(run, withReadings(startDeps(challenges) as unknown as ReadDeps, { source }));
    expect((await challenges.receipt(run.player, run.attemptId)).readings).toEqual([]);
  });

  it('store a fault every 20 minutes while the source accepts no requests, and refund after 6 hours', {
    tags: ['long'],
  }, async () => {
    const run = await running();
    const { db, clock } = challenges.test;
    const begin = clock.now().getTime();
    const takenAfter = async () =>
      (await challenges.receipt(run.player, run.attemptId)).readings.map(({ kind, takenAt }) => [
        kind,
        (Date.parse(takenAt) - begin) / 60_000,
      ]);
    await db.run(sql`update source_budget set blocked_until = clock_timestamp() + interval '15 minutes'`);
    for (const minutes of [19.5, 0.5, 15, 15]) await challenges.read(run.attemptId, minutes);
    expect(await takenAfter()).toEqual([
      ['fault', 20],
      ['fault', 50],
    ]);
    expect(await stands(run)).toBe('WAITING_RECHECK source-fault');
    // It stays due, and runs again once the source takes requests.
    expect(await plannedInMs(run.attemptId)).toBeGreaterThan(14 * 60_000);
    await challenges.read(run.attemptId, 329.5);
    expect(await stands(run)).toBe('WAITING_RECHECK source-fault');
    await challenges.read(run.attemptId, 20);
    await db.run(sql`update source_budget set blocked_until = '-infinity'`);
    expect(await stands(run)).toBe('CANCELLED source-down');
    expect(await challenges.gamerCoins(run.player)).toBe(1000);
  });

  it('keep their scheduled time when another run has read meanwhile', { tags: ['long'] }, async () => {
    const run = await running();
    const { db } = challenges.test;
    await challenges.read(run.attemptId, 8);
    await db.run(sql`update source_budget set blocked_until = clock_timestamp() + interval '20 seconds'`);
    await challenges.read(run.attemptId, 0);
    await db.run(sql`update source_budget set blocked_until = '-infinity'`);
    expect(await plannedInMs(run.attemptId)).toBe(120_000);
  });

  it('are scheduled again after getting lost', { tags: ['long'] }, async () => {
    const run = await running();
    const { db, app, clock } = challenges.test;
    const key = `${readTask}:${run.attemptId}`;
    await db.run(sql`
      update attempts set next_reading_at = now() + interval '9 days'
      where completed_at is null and id <> ${run.attemptId}`);
    await db.run(sql`select graphile_worker.remove_job(${key})`);
    const planned = () => db.row(sql`select key from graphile_worker.jobs where key = ${key}`);
    await app.tasks['sweep-attempts']?.({} as never);
    expect(await planned()).toBeUndefined();
    // Due after seven minutes, and considered lost three minutes later.
    clock.advance(10 * 60_000);
    await app.tasks['sweep-attempts']?.({} as never);
    expect([await planned(), said.splice(0)]).toEqual([undefined, []]);
    clock.advance(1);
    await app.tasks['sweep-attempts']?.({} as never);
    expect(await planned()).toEqual({ key });
    expect(said.splice(0)).toMatchObject([{ level: 40, count: 1, msg: 'rescheduled overdue readings' }]);
    expect(await plannedInMs(run.attemptId)).toBe(-3 * 60_000 - 1);
    // A job that waits for a worker or is running isn't lost. A failed job is.
    const sweepWhile = async (job: ReturnType<typeof sql>) => {
      await db.run(sql`update graphile_worker._private_jobs set ${job} where key = ${key}`);
      await app.tasks['sweep-attempts']?.({} as never);
      return said.splice(0).map(({ msg }) => msg);
    };
    expect(await sweepWhile(sql`attempts = 0, locked_at = null`)).toEqual([]);
    expect(await sweepWhile(sql`attempts = 1, locked_at = now(), locked_by = 'a worker'`)).toEqual([]);
    expect(await sweepWhile(sql`attempts = 1, locked_at = null, locked_by = null`)).toEqual([
      'rescheduled overdue readings',
    ]);
    await db.run(sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`);
    await challenges.read(run.attemptId, 200);
  });

  it("log the source's failures for operators", { tags: ['long'] }, async () => {
    const run = await running();
    say(run.epicId, 'broken');
    said.splice(0);
    await challenges.read(run.attemptId, 8);
    const level = 40;
    expect(said.splice(0)).toEqual([
      expect.objectContaining({
        level,
        attemptId: run.attemptId,
        detail: expect.stringContaining('500'),
        msg: 'could not read game statistics for an attempt',
      }),
    ]);
    const player = await challenges.player();
    challenges.accounts.set('out-of-order', { id: 'o'.repeat(32), solo: null, says: 'broken' });
    await challenges.enter(player, { epicId: 'out-of-order' });
    const { epicId: stranger } = await running();
    challenges.accounts.set('mistaken', { id: 'x'.repeat(32), solo: null, mistakenFor: stranger });
    await challenges.enter(player, { epicId: 'mistaken' });
    expect(said.splice(0)).toEqual([
      expect.objectContaining({
        level,
        detail: expect.stringContaining('500'),
        msg: 'could not read game statistics for an entry',
      }),
      expect.objectContaining({
        level,
        detail: 'another name',
        msg: 'game statistics returned another account for an entry',
      }),
    ]);
  });

  it('ignore the answer when the attempt was voided meanwhile', { tags: ['long'] }, async () => {
    const run = await running();
    const admin = await challenges.player({ role: 'ADMIN' });
    challenges.play(run.epicId);
    const toAnswer = challenges.source.hold();
    const reading = challenges.read(run.attemptId, 12);
    const answerNow = await toAnswer;
    const voided = await challenges.test.call({
      method: 'POST',
      url: `/challenge/attempts/${run.attemptId}/void`,
      token: admin.token,
      key: randomUUID(),
      payload: { reason: 'Meanwhile' },
    });
    expect(voided.statusCode).toBe(200);
    answerNow();
    await reading;
    expect(await stands(run)).toBe('CANCELLED voided');
    expect(await challenges.gamerCoins(run.player)).toBe(1000);
    expect((await challenges.receipt(run.player, run.attemptId)).readings).toEqual([]);
  });

  it('drop a reading that a later reading has overtaken', { tags: ['long'] }, async () => {
    const run = await running();
    await challenges.read(run.attemptId, 2);
    const { clock } = challenges.test;
    const now = clock.now();
    clock.set(new Date(now.getTime() - 60_000));
    await challenges.read(run.attemptId, 0);
    clock.set(now);
    expect((await challenges.receipt(run.player, run.attemptId)).readings).toHaveLength(1);
  });
});
