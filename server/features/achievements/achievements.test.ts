// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, expect, it } from 'vitest';
import { achievements, achievementsApi } from '../../../contract/achievements.ts';
import { type Player, startChallengesTest } from '../../../tests/support/challenges.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { auditLedger } from '../../audit.ts';
import type { Task } from '../../platform/jobs/outbox.ts';

const challenges = openForTests(startChallengesTest);
let admin: Player;
beforeAll(async () => {
  admin = await challenges.player({ role: 'SUPER_ADMIN' });
});

const task = (name: string) => challenges.test.app.tasks[name] as Task;

/** Delivers all pending events, each as often as a killed worker might; then the events that those publish. */
async function deliverPending(times = 1): Promise<void> {
  const { db } = challenges.test;
  for (;;) {
    const jobs = await db.rows<{ id: string; name: string; payload: never }>(sql`
      select jobs.id::text, tasks.identifier as name, jobs.payload from graphile_worker._private_jobs jobs
      join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
      where tasks.identifier ~ '^(challenge|giveaway|referral|achievement|board|purchase|player)\\.' order by jobs.id`);
    if (jobs.length === 0) return;
    await Promise.all(
      jobs.flatMap(({ name, payload }) => Array.from({ length: times }, () => task(name)(payload))),
    );
    await db.run(sql`
      delete from graphile_worker._private_jobs where id = any (${jobs.map(({ id }) => id)}::bigint[])`);
  }
}

async function win(player: Player, kills = 6): Promise<string> {
  const epicId = `epic-${player.id.slice(-8)}`;
  const { attemptId } = await challenges.enter(player, { epicId });
  await challenges.playLater(attemptId, epicId, { placement: 4, kills });
  return attemptId;
}

async function undo(attemptId: string): Promise<void> {
  expect((await challenges.voidAttempt(admin, attemptId)).statusCode).toBe(200);
}

async function list(player: Player) {
  const answer = await challenges.test.call({ url: '/achievements', token: player.token });
  return achievementsApi.list.data.parse(answer.json().data);
}
const reachedBy = async (player: Player) =>
  (await list(player)).filter(({ reachedAt }) => reachedAt).map(({ _id }) => _id);

async function listAchievementNotices(player: Player): Promise<string[]> {
  const rows = await challenges.test.db.rows<{ said: string }>(sql`
    select title || ': ' || body as said from notifications
    where player_id = ${player.id} and kind = 'achievement' order by id`);
  return rows.map(({ said }) => said);
}
async function getBreaches(): Promise<string[]> {
  return (await auditLedger(challenges.test.db)).proofs.flatMap(({ breaches }) => breaches);
}

it('defines at least twenty achievements with distinct ids, titles and texts', () => {
  expect(achievements.length).toBeGreaterThanOrEqual(20);
  for (const part of ['id', 'title', 'text'] as const)
    expect(new Set(achievements.map((one) => one[part])).size).toBe(achievements.length);
});

it('awards each achievement once with the date of its cause, and shows progress for the rest', {
  tags: ['long'],
}, async () => {
  const player = await challenges.player();
  expect(await reachedBy(player)).toEqual([]);
  await win(player);
  const wonAt = (await challenges.test.clock.now()).toISOString();
  await deliverPending(4);
  expect(await reachedBy(player)).toEqual(['finished-1', 'wins-1', 'match-kills-5']);
  expect(await listAchievementNotices(player)).toEqual([
    'You reached 3 achievements: Into the ring, First win, Sharp.',
  ]);
  const shown = await list(player);
  expect(shown.find(({ _id }) => _id === 'wins-1')).toEqual({ _id: 'wins-1', progress: 1, reachedAt: wonAt });
  expect(shown.find(({ _id }) => _id === 'row-3')).toEqual({ _id: 'row-3', progress: 1, reachedAt: null });
  expect(shown.find(({ _id }) => _id === 'kills-100')?.progress).toBe(6);
  expect(shown.find(({ _id }) => _id === 'won-1000')?.progress).toBe(300);
});

it('withdraws achievements that a voided attempt earned, and re-awards them without a second notification', {
  tags: ['long'],
}, async () => {
  const player = await challenges.player();
  const attempts = [await win(player, 11)];
  const secondAt = new Date(challenges.test.clock.now().getTime() + 12 * 60_000).toISOString();
  attempts.push(await win(player), await win(player));
  await deliverPending();
  expect(await reachedBy(player)).toEqual(
    expect.arrayContaining(['wins-1', 'row-3', 'match-kills-10', 'match-kills-5']),
  );
  await undo(attempts[0] as string);
  // Not delivered yet: the audit knows that a job is pending.
  expect(await getBreaches()).toEqual([]);
  await deliverPending(3);
  expect(await reachedBy(player)).toEqual(['finished-1', 'wins-1', 'match-kills-5']);
  expect((await list(player)).find(({ _id }) => _id === 'wins-1')?.reachedAt).toBe(secondAt);
  const told = await listAchievementNotices(player);
  await win(player);
  await deliverPending();
  expect(await reachedBy(player)).toContain('row-3');
  expect(await listAchievementNotices(player)).toEqual(told);
  expect(await getBreaches()).toEqual([]);
});

it('reaches the same state with concurrent events and with a full recount', { tags: ['long'] }, async () => {
  const { db } = challenges.test;
  const player = await challenges.player({ gamerCoins: 5_000 });
  const attempts: string[] = [];
  for (let number = 0; number < 6; number++) attempts.push(await win(player, 5 + number * 2));
  await undo(attempts[5] as string);
  await undo(attempts[2] as string);
  await deliverPending(2);
  const getAll = () =>
    db.rows(
      sql`select achievement, reached_at from achievements where player_id = ${player.id} and lost_at is null order by 1`,
    );
  const once = await getAll();
  expect(once).not.toEqual([]);

  await db.run(sql`delete from achievements where player_id = ${player.id}`);
  await db.run(sql`insert into achievements values (${player.id}, 'wins-200', now())`);
  expect((await getBreaches()).length).toBeGreaterThan(0);
  await db.run(sql`delete from achievement_runs`);
  const told = await listAchievementNotices(player);
  // Several processes start at the same time; one of them is killed between two batches.
  const feature = challenges.test.app.features.find(({ name }) => name === 'achievements');
  await Promise.all([feature?.start?.(), feature?.start?.()]);
  for (let batch = 0; batch < 5; batch++)
    await Promise.all([task('count-achievements')({} as never), task('count-achievements')({} as never)]);
  const { endedAt } = await db.one<{ endedAt: Date | null }>(sql`select ended_at from achievement_runs`);
  expect(endedAt).not.toBeNull();
  expect(await getAll()).toEqual(once);
  await deliverPending();
  expect(await listAchievementNotices(player)).toEqual(told);
  expect(await getBreaches()).toEqual([]);
});

it('sends no notification for old achievements, and ignores deleted players', {
  tags: ['long'],
}, async () => {
  const { db, clock } = challenges.test;
  const player = await challenges.player();
  await win(player);
  clock.advance(3 * 86_400_000);
  await deliverPending();
  expect([await reachedBy(player), await listAchievementNotices(player)]).toEqual([
    ['finished-1', 'wins-1', 'match-kills-5'],
    [],
  ]);
  const mine = sql`select from achievements where player_id = ${player.id}`;
  const answer = await challenges.test.call({
    method: 'POST',
    url: '/auth/delete-account',
    token: player.token,
    payload: { confirmation: 'DELETE' },
  });
  expect(answer.statusCode).toBe(200);
  expect(await db.rows(mine)).toEqual([]);
  await task('challenge.finished')({
    attemptId: randomUUID(),
    playerId: player.id,
    status: 'SUCCESS',
    xp: 0,
    at: clock.now().toISOString(),
  } as never);
  expect(await db.rows(mine)).toEqual([]);
});

it('shows each player only their own achievements, and refuses signed-out visitors', async () => {
  expect((await challenges.test.call({ url: '/achievements' })).json().code).toBe('not_signed_in');
  const [player, other] = [await challenges.player(), await challenges.player()];
  await win(player);
  await deliverPending();
  expect((await reachedBy(player)).length).toBe(3);
  expect((await list(other)).every(({ progress, reachedAt }) => progress === 0 && !reachedAt)).toBe(true);
});

it('counts gift cards, giveaways, friends and weekly places, and withdraws achievements when these are undone', {
  tags: ['long'],
}, async () => {
  const { db, clock } = challenges.test;
  const [player, friend] = [await challenges.player(), await challenges.player()];
  await db.run(sql`
    with card as (
      insert into gift_cards (title, description, type, gc_coin) values ('A card', 'Good', 'psn', 5) returning id),
    bought as (
      insert into orders (id, player_id, total_gc, created_at) values (make_uuidv7(), ${player.id}, 5, now()) returning id)
    insert into purchases (id, order_id, player_id, gift_card_id, gc_coin, created_at, title, status, promised_by)
    select make_uuidv7(), bought.id, ${player.id}, card.id, 5, now(), 'A card', 'on_its_way', now() from bought, card`);
  const { id: giveawayId } = await db.one<{ id: string }>(sql`
    insert into giveaways (title, prize_type, prize_amount, winner_count, starts_at, ends_at, seed, commitment)
    values ('A giveaway', 'GC', 5, 1, ${clock.now()}, ${new Date(clock.now().getTime() + 86_400_000)}, repeat('0', 64), repeat('1', 64))
    returning id`);
  const entered = await challenges.test.call({
    method: 'POST',
    url: `/giveaways/${giveawayId}/enter`,
    token: player.token,
    key: randomUUID(),
  });
  expect(entered.statusCode).toBe(200);
  await db.run(sql`
    insert into referrals (invitee_id, referrer_id, signed_up_at, is_same_network)
    values (${friend.id}, ${player.id}, ${clock.now()}, false)`);
  const attemptId = await win(friend);
  await deliverPending(2);
  await task('purchase.completed')({ orderId: randomUUID(), playerId: player.id } as never);
  expect(await reachedBy(player)).toEqual(['cards-1', 'giveaways-1', 'referrals-1']);

  clock.advance(8 * 86_400_000);
  await task('close-boards')({} as never);
  await deliverPending();
  expect(await reachedBy(friend)).toEqual(expect.arrayContaining(['week-top10']));

  await db.run(
    sql`update purchases set status = 'refunded', refunded_at = now() where player_id = ${player.id}`,
  );
  await task('purchase.refunded')({ purchaseId: randomUUID(), playerId: player.id } as never);
  await undo(attemptId);
  await deliverPending(2);
  expect(await reachedBy(player)).toEqual(['giveaways-1']);
  await task('close-board')({ board: await weekBoardOf(friend) } as never);
  await deliverPending();
  expect(await reachedBy(friend)).toEqual([]);
  // The card above was never paid.
  expect((await getBreaches()).filter((breach) => !/^(order|purchase) /.test(breach))).toEqual([]);
});

async function weekBoardOf(player: Player): Promise<string> {
  const { board } = await challenges.test.db.one<{ board: string }>(sql`
    select board from board_scores where player_id = ${player.id} and board like 'week:%'`);
  return board;
}
