// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import { startChallengesTest } from '../../../../tests/support/challenges.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { runningAttempts } from '../../../../tests/support/running-attempt.ts';

const challenges = openForTests(startChallengesTest);

const { running, stands } = runningAttempts(() => challenges);

/** From now on the source answers about a stranger with the player's counters, who has won a match since. */
function mistake(epicId: string, stranger: string): void {
  const account = challenges.accounts.get(epicId.toLowerCase());
  if (!account) throw new Error('nobody entered with it');
  challenges.accounts.set(stranger, {
    id: stranger.padEnd(32, '0'),
    solo: account.solo,
  });
  challenges.play(stranger);
  account.mistakenFor = stranger;
}

describe('a source that answers about another account', () => {
  it('is asked again, never pays, and finally gets the player a full refund', async () => {
    const run = await running();
    challenges.test.clock.advance(12 * 60_000);
    mistake(run.epicId, 'stranger1');
    await challenges.read(run.attemptId, 0);
    expect(await stands(run)).toBe('IN_PROGRESS source-fault');
    const { readings } = await challenges.receipt(run.player, run.attemptId);
    expect(readings.at(-1)).toMatchObject({ kind: 'fault', detail: 'HTTP 200 about another account' });
    await challenges.read(run.attemptId, 359);
    expect(await stands(run)).toBe('WAITING_RECHECK source-fault');
    await challenges.read(run.attemptId, 1);
    expect(await stands(run)).toBe('CANCELLED source-down');
    expect(await challenges.gamerCoins(run.player)).toBe(1000);
    expect(await challenges.xp(run.player)).toBe(0);
  });

  it("does not prevent a decision by the player's own match once it recovers", async () => {
    const run = await running();
    challenges.test.clock.advance(12 * 60_000);
    mistake(run.epicId, 'stranger2');
    await challenges.read(run.attemptId, 0);
    const account = challenges.accounts.get(run.epicId);
    if (account) account.mistakenFor = undefined;
    challenges.play(run.epicId, { placement: 50 });
    await challenges.read(run.attemptId, 1);
    await challenges.read(run.attemptId, 3);
    expect(await stands(run)).toBe('FAILED conditions-not-met');
  });

  it('binds nothing to a player whose own account has no id yet', async () => {
    const player = await challenges.player();
    const epicId = 'no-match-yet';
    challenges.accounts.set(epicId, { id: 'a'.repeat(32), solo: null });
    const { attemptId } = await challenges.enter(player, { epicId });
    challenges.test.clock.advance(12 * 60_000);
    mistake(epicId, 'stranger3');
    await challenges.read(attemptId, 0);
    expect(await challenges.attempt(player, attemptId)).toMatchObject({ reason: 'source-fault' });
    expect(await challenges.gamerCoins(player)).toBe(895);

    const account = challenges.accounts.get(epicId);
    if (account) account.mistakenFor = undefined;
    challenges.play(epicId);
    await challenges.read(attemptId, 1);
    expect(await challenges.attempt(player, attemptId)).toMatchObject({ status: 'SUCCESS' });
  });

  it('decides nothing by an account that another player bound and renamed', async () => {
    const owner = await running();
    await challenges.playLater(owner.attemptId, owner.epicId);
    const player = await challenges.player();
    const epicId = 'free-again';
    challenges.accounts.set(epicId, { id: 'f'.repeat(32), solo: null });
    const { attemptId } = await challenges.enter(player, { epicId });
    const renamed = challenges.accounts.get(owner.epicId);
    if (renamed) challenges.accounts.set(epicId, renamed);
    await challenges.playLater(attemptId, epicId);
    expect(await challenges.attempt(player, attemptId)).toMatchObject({
      status: 'IN_PROGRESS',
      reason: 'source-fault',
    });
    const { readings } = await challenges.receipt(player, attemptId);
    expect(readings.at(-1)).toMatchObject({
      kind: 'fault',
      detail: 'the account belongs to another player',
    });
    expect(await challenges.gamerCoins(player)).toBe(895);
  });

  it('binds no player whose name was answered with another account', async () => {
    const player = await challenges.player();
    challenges.accounts.set('stranger5', {
      id: 'stranger5'.padEnd(32, '0'),
      solo: {
        matches: 10,
        wins: 1,
        top10: 2,
        top25: 3,
        kills: 20,
        minutesPlayed: 100,
        lastModified: challenges.test.clock.now(),
      },
    });
    challenges.accounts.set('mixed-up', { id: 'm'.repeat(32), solo: null, mistakenFor: 'stranger5' });
    expect(await challenges.enter(player, { epicId: 'mixed-up' })).toMatchObject({
      status: 503,
      code: 'stats_unavailable',
    });
    expect(await challenges.enter(player, { epicId: 'stranger5' })).toMatchObject({ status: 200 });
  });

  it('admits no player who enters by a known id', async () => {
    const run = await running();
    await challenges.playLater(run.attemptId, run.epicId);
    mistake(run.epicId, 'stranger4');
    expect(await challenges.enter(run.player, { epicId: run.epicId })).toMatchObject({
      status: 503,
      code: 'stats_unavailable',
    });
  });
});
