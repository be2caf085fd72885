// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import type { Person } from '../../../../tests/support/admin.ts';
import { startApprovalsTest } from '../../../../tests/support/approvals.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';

const app = openForTests(startApprovalsTest);

/** A disputed attempt that was lost for a reward of 300 GC. `refundGC` of its fee were refunded. */
async function dispute(player: Person, refundGC = 0): Promise<{ attemptId: string; disputeId: string }> {
  const now = app.clock.now();
  const { attemptId } = await app.db.one<{ attemptId: string }>(sql`
    with challenge as (insert into challenges (description) values ('Test') returning id)
    insert into attempts (player_id, challenge_id, challenge_description, variant_id, challenge_type, entry_fee_gc,
      reward_gc, required_placement, required_kills, epic_name, epic_account_key, rules, started_at, start_by, status,
      reason, completed_at, decided_status, decided_at, decided_by_reading, xp_given, refund_gc)
    select ${player.id}::uuid, challenge.id, 'Test', ${randomUUID()}::uuid, 'TOP10_0KILL_SOLO', ${refundGC}, 300, 10, 0, 'x', 'x', '{}', ${now}::timestamptz,
      ${now}::timestamptz, 'FAILED', 'conditions-not-met', ${now}::timestamptz, 'FAILED', ${now}::timestamptz, 0, 0, ${refundGC}
    from challenge returning id as attempt_id`);
  const words = { words: 'It was a win, look at it' };
  const answer = await app.send(player, 'POST', `/challenge/attempts/${attemptId}/dispute`, words);
  return { attemptId, disputeId: answer.json().data._id };
}

const decide = async ({ id }: Person, disputeId: string, outcome = 'won', key?: string) =>
  app.send(
    { id, token: await app.signIn(id) },
    'POST',
    `/challenge/disputes/${disputeId}/decide`,
    { outcome, answer: 'The recording shows it' },
    key,
  );

it('a ruling of "won" needs a second administrator and pays once when approved', {
  tags: ['long'],
}, async () => {
  const player = await app.person();
  const { attemptId, disputeId } = await dispute(player);
  const key = randomUUID();
  const asked = await decide(app.boss, disputeId, 'won', key);
  expect([asked.statusCode, asked.json().code]).toEqual([202, 'waits_for_approval']);
  expect((await decide(app.boss, disputeId, 'won', key)).json()).toEqual(asked.json());
  expect(await app.coins(player)).toBe(0);
  const { approvalId } = asked.json().data;
  expect((await app.approve(app.boss, approvalId)).statusCode).not.toBe(200);
  const approved = await Promise.all([
    app.approve(app.second, approvalId),
    app.approve(app.third, approvalId),
  ]);
  expect(approved.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  expect(await app.coins(player)).toBe(300);
  const row = await app.db.one(
    sql`select outcome, decided_by, answer from disputes where attempt_id = ${attemptId}`,
  );
  expect(row).toEqual({ outcome: 'won', decidedBy: app.boss.id, answer: 'The recording shows it' });
  expect((await decide(app.second, disputeId)).json().code).toBe('dispute_decided');
});

it('a ruling of "won" needs approval even when the reward does not exceed the refund', async () => {
  for (const refundGC of [300, 400]) {
    const player = await app.person({ gamerCoins: 500 });
    const { disputeId } = await dispute(player, refundGC);
    const asked = await decide(app.boss, disputeId);
    expect([asked.statusCode, asked.json().message]).toEqual([
      202,
      'Deciding a dispute as won always needs two people, so this waits for a second administrator, 72 h at most. Nothing has changed yet. Follow it under Approvals.',
    ]);
    const xp = () => app.db.one(sql`select xp_given from attempts where player_id = ${player.id}`);
    expect(await xp()).toEqual({ xpGiven: 0 });
    expect((await app.approve(app.second, asked.json().data.approvalId)).statusCode).toBe(200);
    expect(await xp()).toEqual({ xpGiven: 120 });
    expect(await app.coins(player)).toBe(500 + 300 - refundGC);
  }
});

it('upholding a result needs no approval, and closes a pending ruling of "won"', async () => {
  const player = await app.person();
  const { disputeId } = await dispute(player);
  const { approvalId } = (await decide(app.boss, disputeId)).json().data;
  expect((await decide(app.second, disputeId, 'upheld')).statusCode).toBe(200);
  await app.approve(app.third, approvalId);
  expect(await app.statusOf(approvalId)).toBe('unfit');
  expect(await app.coins(player)).toBe(0);
});

it('nobody can approve a win of their own', async () => {
  const { attemptId: _, disputeId } = await dispute(app.second);
  const { approvalId } = (await decide(app.boss, disputeId)).json().data;
  const answer = await app.approve(app.second, approvalId);
  expect([answer.statusCode, answer.json().data.obstacle]).toEqual([403, 'benefits']);
  expect(await app.coins(app.second)).toBe(0);
  expect((await app.approve(app.third, approvalId)).statusCode).toBe(200);
  expect(await app.coins(app.second)).toBe(300);
});
