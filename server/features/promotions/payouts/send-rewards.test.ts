// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PromotionPlace } from '../../../../contract/promotions.ts';
import type { AdminPromotion, Payouts } from '../../../../contract/promotions-admin.ts';
import { formerPlayer } from '../../../../contract/public-players.ts';
import { createPlayer, handleOf } from '../../../../tests/support/factories.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { startPromotionsTest } from '../../../../tests/support/promotions.ts';
import { promotionsDeps } from '../../../../tests/support/promotions-deps.ts';
import { auditLedger } from '../../../audit.ts';
import { previewPayouts } from './send-rewards.ts';

const hourMs = 3_600_000;

const promotions = openForTests(startPromotionsTest);
beforeEach(() => promotions.closeAll());

const handle = (who: { id: string }) => handleOf(promotions.test.db, who);

describe('rewards sent manually', () => {
  it('are previewed as they will be paid, sent once, and refused afterwards', {
    tags: ['long'],
  }, async () => {
    const promotion = await promotions.create({ autoRun: false });
    const [one, other] = [await promotions.player('Ada'), await promotions.player('Bob')];
    for (const who of [one, one, other]) await promotions.finish(who.id);
    expect(await promotions.coins(one.id)).toBe(0);
    expect((await promotions.mine(one.token, promotion._id)).mine).toMatchObject({
      rewards: 2,
      earned: 20,
      toBeSent: 20,
    });

    const preview: Payouts = (await promotions.ask('GET', `/events/${promotion._id}/payouts`)).data;
    expect(preview).toEqual({
      rewardType: 'GC',
      players: 2,
      total: 30,
      list: [
        { playerId: one.id, name: 'Ada', handle: await handle(one), rank: null, amount: 20 },
        { playerId: other.id, name: 'Bob', handle: await handle(other), rank: null, amount: 10 },
      ],
    });
    const sent = await promotions.ask('POST', `/events/run-leaderboard/${promotion._id}`);
    expect(sent).toMatchObject({
      status: 200,
      message: 'Rewards sent successfully',
      data: { players: 2, total: 30 },
    });
    expect([await promotions.coins(one.id), await promotions.coins(other.id)]).toEqual([20, 10]);
    expect((await promotions.mine(one.token, promotion._id)).mine).toMatchObject({ earned: 20, toBeSent: 0 });

    const again = await promotions.ask('POST', `/events/run-leaderboard/${promotion._id}`);
    expect(again).toMatchObject({ status: 409, code: 'event_already_sent' });
    expect(again.message).toContain('already');
    await promotions.finish(one.id);
    expect((await promotions.mine(one.token, promotion._id)).mine.rewards).toBe(2);
    expect(await promotions.coins(one.id)).toBe(20);
  });

  it('are sent once by twenty concurrent calls, with one key or with many', { tags: ['long'] }, async () => {
    const players = await Promise.all(Array.from({ length: 5 }, () => promotions.player()));
    for (const keys of [Array(20).fill(randomUUID()), Array.from({ length: 20 }, () => randomUUID())]) {
      const promotion = await promotions.create({ autoRun: false });
      for (const { id } of players) await promotions.finish(id);
      const before = await Promise.all(players.map(({ id }) => promotions.coins(id)));
      const answers = await Promise.all(
        keys.map((key: string) =>
          promotions.ask('POST', `/events/run-leaderboard/${promotion._id}`, { key }),
        ),
      );
      const good = answers.filter(({ status }) => status === 200);
      expect(good).toHaveLength(new Set(keys).size === 1 ? 20 : 1);
      for (const { data } of good) expect(data).toEqual({ players: 5, total: 50, isFinished: true });
      const after = await Promise.all(players.map(({ id }) => promotions.coins(id)));
      expect(after).toEqual(before.map((amount) => amount + 10));
      await promotions.test.db.run(sql`update events set is_active = false`);
    }
  });

  it('include rewards for every earlier fact, and pay none twice', { tags: ['long'] }, async () => {
    const promotion = await promotions.create({ autoRun: false });
    const players = await Promise.all(Array.from({ length: 30 }, () => promotions.player()));
    const sending = new Promise<number>((resolve) => {
      setImmediate(async () =>
        resolve((await promotions.ask('POST', `/events/run-leaderboard/${promotion._id}`)).data.total),
      );
    });
    await Promise.all(players.map(({ id }) => promotions.finish(id)));
    const total = await sending;
    const paid = (await Promise.all(players.map(({ id }) => promotions.coins(id)))).reduce(
      (sum, amount) => sum + amount,
    );
    expect(paid).toBe(total);
    const rows = await promotions.test.db.row(sql`
      select count(*) as unpaid from event_rewards where event_id = ${promotion._id} and paid_at is null`);
    expect(rows).toEqual({ unpaid: 0 });
  });

  it('require the permission, and are refused for events that pay automatically', {
    tags: ['long'],
  }, async () => {
    const promotion = await promotions.create();
    const editor = await promotions.test.signIn(
      (await createPlayer(promotions.test.db, { role: 'ADMIN' })).id,
    );
    const url = `/events/run-leaderboard/${promotion._id}`;
    expect(await promotions.ask('POST', url, { token: editor })).toMatchObject({
      status: 403,
      code: 'forbidden',
    });
    expect(await promotions.ask('POST', url)).toMatchObject({ status: 409, code: 'event_sends_itself' });
    expect(await promotions.ask('POST', `/events/run-leaderboard/${randomUUID()}`)).toMatchObject({
      status: 404,
    });
  });
});

describe('the places of an ACTIVITY_WEEKLY event', () => {
  it('are ranked by XP from attempts inside the dates, ties by time, and paid once at the end', {
    tags: ['long'],
  }, async () => {
    await promotions.finish((await promotions.player()).id, 10_000);
    const promotion = await promotions.weekly();
    const [a, b, c, d] = [
      await promotions.player('A'),
      await promotions.player('B'),
      await promotions.player('C'),
      await promotions.player('D'),
    ];
    for (const [who, xp] of [
      [b, 40],
      [c, 20],
      [a, 60],
      [d, 20],
      [c, 20],
    ] as const) {
      promotions.test.clock.advance(60_000);
      await promotions.finish(who.id, xp);
    }
    await promotions.sweep();
    expect((await promotions.mine(c.token, promotion._id)).mine).toMatchObject({ rank: 3, xp: 40 });
    const board = (await promotions.ask('GET', `/events/${promotion._id}/board`, { token: d.token })).data;
    const shown = board.places.map(({ player, reward }: PromotionPlace) => [player.handle, reward]);
    expect(shown).toEqual([
      [await handle(a), 500],
      [await handle(b), 300],
      [await handle(c), 100],
      [await handle(d), 0],
    ]);
    expect(board.mine).toMatchObject({ rank: 4, isMe: true });

    promotions.test.clock.advance(2 * hourMs);
    await promotions.finish(d.id, 5_000);
    await Promise.all(Array.from({ length: 4 }, promotions.sweep));
    await promotions.sweep();
    expect(await Promise.all([a, b, c, d].map(({ id }) => promotions.coins(id)))).toEqual([500, 300, 100, 0]);
    expect(await promotions.mine(a.token, promotion._id)).toMatchObject({
      isCompleted: true,
      phase: 'finished',
      mine: { rank: 1, earned: 500 },
    });
  });

  it('wait for the end and its grace period, even when an administrator sends them', {
    tags: ['long'],
  }, async () => {
    const promotion = await promotions.weekly({ autoRun: false });
    await promotions.finish((await promotions.player()).id);
    const url = `/events/run-leaderboard/${promotion._id}`;
    expect(await promotions.ask('POST', url)).toMatchObject({ status: 409, code: 'event_running' });
    expect((await promotions.ask('GET', `/events/${promotion._id}/payouts`)).data).toMatchObject({
      total: 500,
    });
    promotions.test.clock.advance(2 * hourMs + 30_000);
    expect(await promotions.ask('POST', url)).toMatchObject({ code: 'event_running' });
    promotions.test.clock.advance(30_000);
    expect(await promotions.ask('POST', url)).toMatchObject({
      status: 200,
      data: { players: 1, total: 500 },
    });
  });

  it('stay within the remaining budget, and are listed for players without a known name', async () => {
    const { _id } = await promotions.weekly({ autoRun: false, eventConfig: { budget: 900 } });
    const { id: playerId } = await promotions.player();
    await promotions.finish(playerId);
    const { db } = promotions.test;
    const deps = { ...promotionsDeps(promotions.test), rankPlayed: async () => [{ playerId, xp: 20 }] };
    const preview = () =>
      previewPayouts(_id, { ...deps, publicPlayers: async () => new Map([[playerId, formerPlayer]]) });
    const list = [{ playerId, name: '', handle: '', rank: 1, amount: 500 }];
    expect(await preview()).toMatchObject({ players: 1, total: 500, list });
    await db.run(sql`update events set budget_spent = 401 where id = ${_id}`);
    expect(await preview()).toMatchObject({ players: 0, total: 0, list: [] });
  });

  it('exclude voided attempts', { tags: ['long'] }, async () => {
    const promotion = await promotions.weekly();
    const [cheat, fair] = [await promotions.player(), await promotions.player()];
    const attemptId = randomUUID();
    await promotions.finish(cheat.id, 120, attemptId);
    await promotions.finish(fair.id, 20);
    await promotions.tell('challenge.voided', { attemptId, playerId: cheat.id });
    promotions.test.clock.advance(3 * hourMs);
    await promotions.sweep();
    expect([await promotions.coins(cheat.id), await promotions.coins(fair.id)]).toEqual([0, 500]);
    expect((await promotions.mine(fair.token, promotion._id)).mine.rank).toBe(1);
  });
});

describe('a voided attempt', () => {
  it('reverses event rewards once, and frees cap and budget', { tags: ['long'] }, async () => {
    const promotion = await promotions.create({ eventConfig: { rewardAmount: 10, userCap: 1, budget: 20 } });
    const { id, token } = await promotions.player();
    const attemptId = randomUUID();
    await promotions.finish(id, 20, attemptId);
    expect(await promotions.coins(id)).toBe(10);
    const voided = () => promotions.tell('challenge.voided', { attemptId, playerId: id });
    await Promise.all([voided(), voided(), voided()]);
    expect(await promotions.coins(id)).toBe(0);
    await promotions.finish(id, 20, attemptId);
    expect(await promotions.coins(id)).toBe(0);
    await promotions.finish(id);
    expect(await promotions.coins(id)).toBe(0);
    expect((await promotions.mine(token, promotion._id)).mine).toMatchObject({
      rewards: 1,
      today: 1,
      earned: 0,
    });
    const all: AdminPromotion[] = (await promotions.ask('GET', '/events/all')).data;
    expect(all.find(({ _id }) => _id === promotion._id)).toMatchObject({ budgetSpent: 10, rewardsPaid: 0 });
  });

  it('pays nothing when its end is handled after or together with its voiding', {
    tags: ['long'],
  }, async () => {
    await promotions.create({ triggers: ['COMPLETE_CHALLENGE', 'EARN_XP'] });
    const players = await Promise.all(Array.from({ length: 10 }, () => promotions.player()));
    await Promise.all(
      players.map(async ({ id }, index) => {
        const attemptId = randomUUID();
        const voided = () => promotions.tell('challenge.voided', { attemptId, playerId: id });
        if (index % 2) await Promise.all([voided(), promotions.finish(id, 20, attemptId)]);
        else await voided().then(() => promotions.finish(id, 20, attemptId));
      }),
    );
    expect(await Promise.all(players.map(({ id }) => promotions.coins(id)))).toEqual(Array(10).fill(0));
    const board = (await promotions.ask('GET', '/leaderboard?period=all', { token: players[0]?.token ?? '' }))
      .data;
    expect(board.mine).toBeNull();
  });
});

it('an attempt from the last moment counts when its event arrives after the end', {
  tags: ['long'],
}, async () => {
  await promotions.create({ endDate: promotions.inHours(1) });
  const { id } = await promotions.player();
  const at = promotions.inHours(0.9);
  promotions.test.clock.advance(2 * hourMs);
  await promotions.sweep();
  await promotions.tell('challenge.finished', {
    attemptId: randomUUID(),
    playerId: id,
    status: 'SUCCESS',
    xp: 120,
    at,
  });
  expect(await promotions.coins(id)).toBe(10);
});

it('manual payouts leave a ledger that passes its audit', async () => {
  const { proofs } = await auditLedger(promotions.test.db);
  expect(proofs.filter(({ breaches }) => breaches.length > 0)).toEqual([]);
});
