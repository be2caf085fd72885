// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Player, startChallengesTest } from '../../../tests/support/challenges.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { runningAttempts } from '../../../tests/support/running-attempt.ts';
import { auditLedger } from '../../audit.ts';

const challenges = openForTests(startChallengesTest);
let admin: Player;
beforeAll(async () => {
  admin = await challenges.player({ role: 'ADMIN', gamerCoins: 0 });
});

const { running } = runningAttempts(() => challenges);

function voidIt(
  attemptId: string,
  {
    token = admin.token,
    key = randomUUID(),
    ...body
  }: { token?: string; key?: string; forfeitFee?: boolean; reason?: string } = {},
) {
  return challenges.voidAttempt({ id: '', token }, attemptId, { key, ...body });
}

async function published(attemptId: string, what = 'challenge.voided'): Promise<number> {
  const row = await challenges.test.db.row<{ count: number }>(sql`
    select count(*) from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where tasks.identifier = ${what} and jobs.payload ->> 'attemptId' = ${attemptId}`);
  return row?.count ?? Number.NaN;
}

describe('voiding an attempt', () => {
  it('refunds the whole fee of an active attempt', async () => {
    const { player, attemptId } = await running();
    const answer = await voidIt(attemptId, { reason: 'The game was down' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().data).toMatchObject({ status: 'CANCELLED', reason: 'voided', refundGC: 105 });
    expect(await challenges.gamerCoins(player)).toBe(1000);
    expect(await published(attemptId)).toBe(0);
    expect(await published(attemptId, 'challenge.decided')).toBe(1);
    const receipt = await challenges.receipt(player, attemptId);
    expect(receipt).toMatchObject({
      decision: null,
      voided: { reason: 'The game was down', isFeeForfeited: false },
    });
    await challenges.read(attemptId, 1);
    expect((await challenges.attempt(player, attemptId)).status).toBe('CANCELLED');
    expect((await challenges.enter(player)).status).toBe(200);
  });

  it('takes reward and XP of a win back, even below zero', async () => {
    const { player, attemptId, epicId } = await running();
    await challenges.playLater(attemptId, epicId);
    const { db } = challenges.test;
    await db.run(sql`
      select ledger_transfer('GC', 1100, ${player.id}::uuid, null, null, 'fees', 'challenge_fee', 'x', ${randomUUID()}, 'Spent', false)`);
    expect(await challenges.gamerCoins(player)).toBe(95);
    const fees = await challenges.house('fees');
    const answer = await voidIt(attemptId);
    expect(answer.json().data).toMatchObject({
      status: 'CANCELLED',
      reason: 'voided',
      rewardGiven: 0,
      refundGC: 105,
    });
    expect(await challenges.gamerCoins(player)).toBe(95 - 300 + 105);
    expect(await challenges.xp(player)).toBe(0);
    expect(await challenges.house('fees')).toBe(fees - 105);
    expect(await published(attemptId)).toBe(1);
    const receipt = await challenges.receipt(player, attemptId);
    expect(receipt.decision).toMatchObject({ status: 'SUCCESS', reason: 'conditions-met' });
    const change = await db.row(sql`
      select actor_id, action, before, after, reason from admin_changes where subject = ${`attempt:${attemptId}`}`);
    expect(change).toMatchObject({
      actorId: admin.id,
      action: 'challenge.void',
      before: { status: 'SUCCESS', rewardGC: 300, xp: 120 },
      after: { status: 'CANCELLED' },
      reason: 'Cheated',
    });
  });

  it('keeps the fee for cheating, of a decided or an active attempt', async () => {
    const won = await running();
    await challenges.playLater(won.attemptId, won.epicId);
    expect((await voidIt(won.attemptId, { forfeitFee: true })).json().data.refundGC).toBe(0);
    expect(await challenges.gamerCoins(won.player)).toBe(895);
    const active = await running();
    const [fees, escrow] = [await challenges.house('fees'), await challenges.house('escrow')];
    await voidIt(active.attemptId, { forfeitFee: true });
    expect(await challenges.gamerCoins(active.player)).toBe(895);
    expect([await challenges.house('fees'), await challenges.house('escrow')]).toEqual([
      fees + 105,
      escrow - 105,
    ]);
  });

  it('refunds the fee of a loss', async () => {
    const { player, attemptId, epicId } = await running();
    await challenges.playLater(attemptId, epicId, { kills: 0 });
    await challenges.read(attemptId, 3);
    expect(await challenges.xp(player)).toBe(20);
    await voidIt(attemptId);
    expect(await challenges.gamerCoins(player)).toBe(1000);
    expect(await challenges.xp(player)).toBe(0);
  });

  it('happens once: a replay gets the same answer, another call is refused', async () => {
    const { player, attemptId, epicId } = await running();
    await challenges.playLater(attemptId, epicId);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => voidIt(attemptId, { key })));
    expect(new Set(answers.map(({ payload }) => payload)).size).toBe(1);
    expect(answers[0]?.statusCode).toBe(200);
    expect((await voidIt(attemptId)).json()).toMatchObject({ code: 'attempt_not_voidable' });
    expect((await voidIt(attemptId, { key, forfeitFee: true })).json().code).toBe('idempotency_key_reused');
    expect(await challenges.gamerCoins(player)).toBe(1000);
    expect(await published(attemptId)).toBe(1);
  });

  it('leaves coins and XP balanced, and the audit would report a difference', {
    tags: ['long'],
  }, async () => {
    const { player, attemptId, epicId } = await running();
    await challenges.playLater(attemptId, epicId);
    await voidIt(attemptId);
    const won = await running();
    await challenges.playLater(won.attemptId, won.epicId);
    const breaches = async () =>
      (await auditLedger(challenges.test.db)).proofs.flatMap((each) => each.breaches);
    expect(await breaches()).toEqual([]);
    for (const [id, told] of [
      [attemptId, 'reward 1, refund 105, XP 0; moved 105, 0, 105, 0'],
      [won.attemptId, 'reward 301, refund 0, XP 120; moved 105, 300, 0, 120'],
    ]) {
      const say = (by: number) =>
        challenges.test.db.run(
          sql`update attempts set reward_given_gc = reward_given_gc + ${by} where id = ${id}`,
        );
      await say(1);
      expect(await breaches()).toContainEqual(expect.stringContaining(told as string));
      await say(-1);
    }
    expect(await challenges.gamerCoins(player)).toBe(1000);
  });

  it('requires an administrator with the permission, and a reason', async () => {
    const { player, attemptId } = await running();
    expect((await voidIt(attemptId, { token: player.token })).json().code).toBe('forbidden');
    expect((await voidIt(attemptId, { token: '' })).json().code).toBe('not_signed_in');
    expect((await voidIt(attemptId, { reason: ' ' })).json().code).toBe('invalid_request');
    expect((await voidIt(attemptId, { reason: 'a NUL\u0000' })).json().code).toBe('invalid_request');
    expect((await voidIt(randomUUID())).json().code).toBe('not_found');
    expect((await challenges.attempt(player, attemptId)).status).toBe('PENDING');
  });
});
