// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { challengeRules } from '../../../../contract/challenge-rules.ts';
import { verdict } from '../../../../contract/verdict.ts';
import type { Deltas } from '../../../../contract/verdict-match.ts';
import type { Verdict } from '../../../../contract/verdict-terms.ts';
import { type Player, startChallengesTest } from '../../../../tests/support/challenges.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { runningAttempts } from '../../../../tests/support/running-attempt.ts';

const challenges = openForTests(startChallengesTest);

const { running, say } = runningAttempts(() => challenges);

describe('the receipt', () => {
  it('contains everything needed to repeat the decision', async () => {
    const run = await running();
    challenges.play(run.epicId, { endedAt: new Date(challenges.test.clock.now().getTime() - 600_000) });
    await challenges.read(run.attemptId, 3);
    say(run.epicId, 'broken');
    await challenges.read(run.attemptId, 1);
    say(run.epicId, undefined);
    await challenges.playLater(run.attemptId, run.epicId);
    const { attempt, rules, initial, readings, differences, decision } = await challenges.receipt(
      run.player,
      run.attemptId,
    );
    expect(readings.map(({ kind }) => kind)).toEqual(['stats', 'fault', 'stats']);
    const again = verdict({
      game: attempt.game,
      startedAt: attempt.startedAt,
      now: new Date().toISOString(),
      initial,
      readings,
      conditions: attempt.challenge.challengeVariants[0] as {
        requiredPlacement: number;
        requiredKills: number;
      },
      rules,
    });
    expect(again).toMatchObject({
      status: 'SUCCESS',
      isFinal: true,
      workings: { corrections: [0], decidedBy: 2 },
    });
    expect(decision).toMatchObject({ status: again.status, reason: again.reason });
    const { kills, wins, matches } = (again as Verdict).workings.deltas as Deltas;
    expect(differences).toEqual({ kills, wins, matches });
  });

  it('is complete: the entry, all readings and the result', async () => {
    const { clock } = challenges.test;
    const startedAt = clock.now();
    const run = await running();
    await challenges.playLater(run.attemptId, run.epicId);
    const now = clock.now().toISOString();
    const { challengeId } = challenges;
    const { variantId } = await challenges.test.db.one<{ variantId: string }>(
      sql`select id as variant_id from challenge_variants where challenge_id = ${challengeId}`,
    );
    const terms = { challengeType: 'TOP10_5KILL_SOLO', entryFeeGC: 105, rewardGC: 300 };
    const history = { matches: 100, wins: 10, top10: 30, top25: 50, kills: 200 };
    const after = { matches: 101, wins: 10, top10: 31, top25: 51, kills: 206 };
    expect(await challenges.receipt(run.player, run.attemptId)).toEqual({
      attempt: {
        _id: run.attemptId,
        game: 'fortnite',
        challenge: {
          description: 'Test challenge',
          challengeVariants: [{ ...terms, _id: variantId, requiredPlacement: 10, requiredKills: 5 }],
        },
        challengeType: terms.challengeType,
        epicId: run.epicId,
        status: 'SUCCESS',
        startedAt: startedAt.toISOString(),
        completedAt: now,
        initialStats: history,
        finalStats: after,
        entryFeeGC: 105,
        rewardGiven: 300,
        refundGC: 0,
        processingFeeGC: 0,
        xpGiven: 120,
        reason: 'conditions-met',
        sawOlderMatch: false,
        startBy: new Date(startedAt.getTime() + 40 * 60_000).toISOString(),
        isPractice: false,
      },
      rules: challengeRules(1),
      initial: {
        ...history,
        kind: 'stats',
        takenAt: startedAt.toISOString(),
        minutesPlayed: 1000,
        lastModified: new Date(startedAt.getTime() - 86_400_000).toISOString(),
      },
      readings: [{ ...after, kind: 'stats', takenAt: now, minutesPlayed: 1010, lastModified: now }],
      differences: { kills: 6, wins: 0, matches: 1 },
      decision: { status: 'SUCCESS', reason: 'conditions-met', at: now },
      voided: null,
      ruling: null,
    });
  });

  it('is shown only to its player and to administrators with challenges:read', async () => {
    const run = await running();
    const { test } = challenges;
    const url = `/challenge/attempts/${run.attemptId}/receipt`;
    const statusFor = async (player: Player) => (await test.call({ url, token: player.token })).statusCode;
    expect(await statusFor(run.player)).toBe(200);
    expect(await statusFor(await challenges.player())).toBe(404);
    expect(await statusFor(await challenges.player({ role: 'ADMIN' }))).toBe(200);
    expect((await test.call({ url })).statusCode).toBe(401);
    const nowhere = '/challenge/attempts/01990000-0000-7000-8000-000000000000/receipt';
    expect((await test.call({ url: nowhere, token: run.player.token })).statusCode).toBe(404);
    expect(
      (await test.call({ url: '/challenge/attempts/7/receipt', token: run.player.token })).statusCode,
    ).toBe(400);
  });

  it('cannot be changed afterwards', async () => {
    const { attemptId } = await running();
    const { db } = challenges.test;
    await expect(db.run(sql`update attempt_readings set kills = 0`)).rejects.toThrow('append-only');
    await expect(db.run(sql`delete from attempt_readings where attempt_id = ${attemptId}`)).rejects.toThrow(
      'append-only',
    );
  });
});
