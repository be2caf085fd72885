import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verdict } from '../../../contract/verdict.ts';
import type { Deltas } from '../../../contract/verdict-match.ts';
import { type ChallengesTest, type Player, startChallengesTest } from '../../../tests/support/challenges.ts';
import { runningAttempts } from '../../../tests/support/running-attempt.ts';

let challenges: ChallengesTest;
beforeAll(async () => {
  challenges = await startChallengesTest();
});
afterAll(() => challenges.close());

const { running, say } = runningAttempts(() => challenges);

describe('the receipt', () => {
  it('holds all that the decision rests on, so that anybody comes to it again', async () => {
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
    const { kills, wins, matches } = again.workings.deltas as Deltas;
    expect(differences).toEqual({ kills, wins, matches });
  });

  it('is for its player alone, and for administrators who may read challenges', async () => {
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
