// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { startChallengesTest } from '../../../../tests/support/challenges.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { runningAttempts } from '../../../../tests/support/running-attempt.ts';

const challenges = openForTests(startChallengesTest);

const { running, stands } = runningAttempts(() => challenges);

/** A won match that ends now, without its minutes. */
function playWithoutMinutes(epicId: string): void {
  challenges.play(epicId, { minutes: 0 });
}

function addMinutes(epicId: string, minutes: number): void {
  const solo = challenges.accounts.get(epicId)?.solo;
  if (solo) solo.minutesPlayed += minutes;
}

describe('a match whose minutes are reported late', () => {
  it('is not paid when it began before entry', async () => {
    const run = await running();
    challenges.test.clock.advance(5 * 60_000);
    playWithoutMinutes(run.epicId);
    await challenges.read(run.attemptId, 0);
    expect(await stands(run)).toBe('WAITING_RECHECK awaiting-counters');
    await challenges.read(run.attemptId, 4);
    expect(await challenges.gamerCoins(run.player)).toBe(895);
    addMinutes(run.epicId, 20);
    await challenges.read(run.attemptId, 1);
    expect(await stands(run)).toBe('IN_PROGRESS awaiting-match');

    await challenges.playLater(run.attemptId, run.epicId);
    expect(await stands(run)).toBe('SUCCESS conditions-met');
  });

  it('refunds everything when its minutes are never reported', async () => {
    const run = await running();
    challenges.test.clock.advance(5 * 60_000);
    playWithoutMinutes(run.epicId);
    await challenges.read(run.attemptId, 0);
    await challenges.read(run.attemptId, 95);
    expect(await stands(run)).toBe('CANCELLED counters-missing');
    expect(await challenges.gamerCoins(run.player)).toBe(1000);
    expect(await challenges.xp(run.player)).toBe(0);
  });

  it('is paid immediately under version 1 of the rules, which the receipt shows', async () => {
    const run = await running();
    await challenges.test.db.run(sql`
      update attempts set rules = (rules - 'minMatchMinutes' - 'longestMatchMs') || '{"ruleVersion": 1}'
      where id = ${run.attemptId}`);
    challenges.test.clock.advance(5 * 60_000);
    playWithoutMinutes(run.epicId);
    await challenges.read(run.attemptId, 0);
    expect(await stands(run)).toBe('SUCCESS conditions-met');
    const { rules } = await challenges.receipt(run.player, run.attemptId);
    expect(rules).toMatchObject({ ruleVersion: 1 });
    expect(rules.minMatchMinutes).toBeUndefined();
  });
});

it('a match whose time of change is reported late is paid', async () => {
  const run = await running();
  challenges.test.clock.advance(12 * 60_000);
  const before = challenges.accounts.get(run.epicId)?.solo?.lastModified ?? expect.fail('no history');
  challenges.play(run.epicId, { endedAt: before });
  await challenges.read(run.attemptId, 0);
  expect(await stands(run)).toBe('WAITING_RECHECK awaiting-counters');
  const solo = challenges.accounts.get(run.epicId)?.solo ?? expect.fail('no history');
  solo.lastModified = challenges.test.clock.now();
  await challenges.read(run.attemptId, 5);
  expect(await stands(run)).toBe('SUCCESS conditions-met');
});
