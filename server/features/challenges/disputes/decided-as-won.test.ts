// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { effectsOf } from '../../../../tests/support/attempt-effects.ts';
import { type DisputesTest, startDisputesTest } from '../../../../tests/support/disputes.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { transfer } from '../../../ledger/transfer.ts';

const disputes = openForTests(startDisputesTest);

describe('a result ruled as won', () => {
  it.each([
    ['lost', 'before'],
    ['lost', 'after'],
    ['cancelled', 'before'],
    ['private', 'before'],
  ] as const)(
    'has every effect of a win once, after it was %s and reported %s the ruling',
    { tags: ['long'] },
    async (ending, told) => {
      const begin = disputes.challenges.test.clock.now();
      const winner = await disputes.invited();
      await disputes.play(winner.player, 'won');
      await disputes.deliverPending();
      disputes.challenges.test.clock.set(begin);
      const { player, friend, attemptId, disputeId } = await disputes.disputed(ending);
      if (told === 'before') await disputes.deliverPending();
      expect(await disputes.codeOf(disputes.decide(disputeId, 'won'))).toEqual([200, undefined]);
      await disputes.deliverPending();
      const [theirs, his] = [await disputes.standing({ player, friend }), await disputes.standing(winner)];
      // The match's own stats stay: too few kills, or no match at all.
      const played = { matches: 0, kills: 0, top10: 0, firstPlaces: 0 };
      const plain = (one: Awaited<ReturnType<DisputesTest['standing']>>) => ({
        ...one,
        performance: {
          totals: { ...one.performance.totals, ...played },
          kinds: one.performance.kinds.map((kind: object) => ({ ...kind, ...played })),
        },
      });
      expect(plain(theirs)).toEqual(plain(his));
      expect(theirs.player).toMatchObject({ gamerCoins: 1000 - 105 + 300 + 10, xp: 120 });
      expect(theirs).toMatchObject({ friend: { tokens: 1 }, achieved: ['finished-1', 'wins-1'] });
      expect(theirs.boards).toHaveLength(3);
      expect(theirs.boards[0]).toMatchObject({ xp: 120 });

      const receipt = await disputes.challenges.receipt(player, attemptId);
      const verdict = { lost: 'FAILED', cancelled: 'CANCELLED', private: 'FAILED' }[ending];
      expect(receipt).toMatchObject({
        attempt: {
          status: 'SUCCESS',
          reason: 'overturned',
          rewardGiven: 300,
          refundGC: 0,
          processingFeeGC: 0,
        },
        decision: { status: verdict },
        ruling: { outcome: 'won', answer: 'We looked at it' },
      });
      const news = (await disputes.call(player, 'GET', '/notifications')).json().data;
      expect(news.map(({ title }: { title: string }) => title)).toContain('Your dispute is decided: you won');
    },
  );

  it.each([
    ['lost', 20, []],
    [
      'cancelled',
      0,
      [
        'player > fees: 95 GC reversal overturned-refund “Entry fee of a challenge decided as won: Test challenge”',
      ],
    ],
  ] as const)(
    'pays and announces only what was missing for a win, after it was %s',
    async (ending, xp, refund) => {
      const { player, attemptId, disputeId } = await disputes.disputed(ending);
      const of = { attemptId, playerId: player.id };
      const before = await effectsOf(disputes.db, of);
      const { completedAt: at } = await disputes.challenges.attempt(player, attemptId);
      disputes.clock.advance(60_000);
      await disputes.decide(disputeId, 'won');
      const description = 'Test challenge';
      expect(await effectsOf(disputes.db, of, before)).toEqual({
        moved: [
          'rewards > player: 300 GC challenge_reward reward “Reward: Test challenge”',
          `rewards > player: ${120 - xp} XP xp_award overturned-xp “XP: Test challenge”`,
          ...refund,
        ],
        published: [
          { name: 'challenge.overturned', payload: { ...of, description, xp: 120, at } },
          { name: 'dispute.decided', payload: { ...of, disputeId, outcome: 'won', description } },
        ],
        live: [
          { attempt: attemptId, status: 'SUCCESS' },
          { delta: ending === 'lost' ? 300 : 205, description },
        ],
      });
      const row = await disputes.db.row(sql`
      select a.overturned_at, a.processing_fee_gc, a.xp_given, d.decided_at, d.decided_by
      from attempts a join disputes d on d.attempt_id = a.id where a.id = ${attemptId}`);
      const now = disputes.clock.now();
      expect(row).toEqual({
        overturnedAt: now,
        processingFeeGC: 0,
        xpGiven: 120,
        decidedAt: now,
        decidedBy: disputes.admin.id,
      });
      const log = await disputes.db.rows(sql`
      select actor_id, action, before, after, reason from admin_changes where subject = ${`attempt:${attemptId}`}`);
      expect(log).toEqual([
        {
          actorId: disputes.admin.id,
          action: 'dispute.decide',
          before: { status: ending === 'lost' ? 'FAILED' : 'CANCELLED', rewardGC: 0, xp },
          after: { outcome: 'won' },
          reason: 'We looked at it',
        },
      ]);
    },
  );

  it('takes the cancellation refund back, even from a negative balance', async () => {
    const { player, disputeId } = await disputes.disputed('cancelled');
    await disputes.db.transaction((tx) =>
      transfer(tx, {
        ...{ currency: 'GC', amount: 5_000, from: { player: player.id }, to: { house: 'adjustments' } },
        ...{ type: 'reversal', reference: player.id, idempotencyKey: randomUUID() },
        ...{ description: 'Owed', mayGoBelowZero: true },
      }),
    );
    expect(await disputes.codeOf(disputes.decide(disputeId, 'won'))).toEqual([200, undefined]);
    expect(await disputes.challenges.gamerCoins(player)).toBe(1195 - 5_000);
  });

  it('is paid once when ruled concurrently, and never together with a voiding', {
    tags: ['long'],
  }, async () => {
    const { player, attemptId, disputeId } = await disputes.disputed('lost');
    const other = await disputes.challenges.player({ role: 'SUPER_ADMIN' });
    const key = randomUUID();
    const answers = await Promise.all([
      disputes.decide(disputeId, 'won', { key }),
      disputes.decide(disputeId, 'won', { key }),
      disputes.decide(disputeId, 'won', { by: other }),
      disputes.decide(disputeId, 'upheld', { by: other }),
    ]);
    const codes = answers.map((answer) => answer.json().code ?? answer.json().data.outcome);
    expect(codes.filter((code) => code === 'dispute_decided').length).toBeGreaterThanOrEqual(2);
    const { outcome } = (await disputes.challenges.receipt(player, attemptId)).ruling ?? {};
    expect(await disputes.challenges.gamerCoins(player)).toBe(outcome === 'won' ? 1195 : 895);
    expect(codes).toContain(outcome);

    const beside = await disputes.disputed('cancelled');
    const voidIt = disputes.call(disputes.admin, 'POST', `/challenge/attempts/${beside.attemptId}/void`, {
      reason: 'Cheated',
    });
    await Promise.all([voidIt, disputes.decide(beside.disputeId, 'won')]);
    const { status, refundGC } = await disputes.challenges.attempt(beside.player, beside.attemptId);
    expect([status, await disputes.challenges.gamerCoins(beside.player)]).toEqual(
      status === 'SUCCESS' ? ['SUCCESS', 1195] : ['CANCELLED', refundGC === 105 ? 1000 : 990],
    );
  });

  it('is undone by a voiding like any other win, even when its event is processed late', {
    tags: ['long'],
  }, async () => {
    const { player, friend, attemptId, disputeId } = await disputes.disputed('lost');
    await disputes.deliverPending();
    await disputes.decide(disputeId, 'won');
    await disputes.call(disputes.admin, 'POST', `/challenge/attempts/${attemptId}/void`, {
      reason: 'The recording was false',
    });
    await disputes.deliverPending();
    const { player: left, boards, friend: theirs } = await disputes.standing({ player, friend });
    expect([left.gamerCoins, left.xp, theirs.tokens]).toEqual([1000, 0, 0]);
    expect(boards.filter((board) => board.xp !== 0)).toEqual([]);
    expect(await disputes.challenges.receipt(player, attemptId)).toMatchObject({
      attempt: { status: 'CANCELLED', reason: 'voided' },
      ruling: { outcome: 'won' },
      voided: { reason: 'The recording was false' },
    });
  });
});
