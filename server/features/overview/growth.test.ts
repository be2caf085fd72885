// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { beforeAll, expect, it } from 'vitest';
import { growth } from '../../../contract/growth-admin.ts';
import { type Player, startChallengesTest } from '../../../tests/support/challenges.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';

const challenges = openForTests(startChallengesTest);
let admin: Player;
beforeAll(async () => {
  admin = await challenges.player({ role: 'ADMIN' });
});

const ask = (query: string, token = admin.token) =>
  challenges.test.call({ url: `/overview/growth?${query}`, token });
const getDay = (time: number) => new Date(time).toISOString().slice(0, 10);

it('reports income from challenges and cards, referral progress and returning players', {
  tags: ['long'],
}, async () => {
  const { db, clock } = challenges.test;
  const [referrer, winner, loser, idle] = [
    await challenges.player(),
    await challenges.player(),
    await challenges.player(),
    await challenges.player(),
  ];
  await db.run(sql`
    insert into referrals (invitee_id, referrer_id, signed_up_at, is_same_network, status, qualified_at)
    select id, ${referrer.id}, ${clock.now()}, false, case when id = ${winner.id} then 'qualified' else 'signed_up' end,
      case when id = ${winner.id} then now() end
    from players where id = any (${[winner.id, loser.id, idle.id]})`);
  for (const [player, kills] of [
    [winner, 9],
    [loser, 0],
  ] as const) {
    const epicId = `epic-${player.id.slice(-8)}`;
    const { attemptId } = await challenges.enter(player, { epicId });
    await challenges.playLater(attemptId, epicId, { placement: 2, kills });
    if (player === loser) await challenges.read(attemptId, 5);
  }
  await db.run(sql`
    with card as (
      insert into gift_cards (title, description, type, gc_coin) values ('A card', 'Good', 'psn', 5) returning id),
    bought as (
      insert into orders (id, player_id, total_gc, created_at)
      values (make_uuidv7(), ${winner.id}, 10, ${clock.now()}) returning id)
    insert into purchases (id, order_id, player_id, gift_card_id, gc_coin, created_at, title, status, promised_by, refunded_at)
    select make_uuidv7(), bought.id, ${winner.id}, card.id, 5, ${clock.now()}, 'A card', s, now(),
      case when s = 'refunded' then now() end
    from bought, card, unnest(array['on_its_way', 'refunded']) s`);

  const now = clock.now().getTime();
  const answer = await ask(`from=${getDay(now - 86_400_000)}&to=${getDay(now + 86_400_000)}`);
  expect(answer.statusCode).toBe(200);
  const data = growth.parse(answer.json().data);
  expect(data.challenges).toEqual([
    {
      _id: challenges.challengeId,
      description: 'Test challenge',
      entries: 2,
      won: 1,
      coinsIn: 210,
      coinsOut: 300,
    },
  ]);
  expect(data.cards).toMatchObject([{ title: 'A card', sold: 2, refunded: 1, coins: 5 }]);
  expect(data.funnel).toEqual({ invited: 3, entered: 2, finished: 2, counted: 1, won: 1 });
  const mine = data.cohorts.at(-1);
  // Late on a Sunday, the matches end in the next week.
  expect([mine?.players, Math.max(...(mine?.active ?? []))]).toEqual([5, 2]);

  const past = growth.parse((await ask('from=2020-01-01&to=2020-01-31')).json().data);
  expect(past).toMatchObject({ challenges: [], cards: [], funnel: { invited: 0, won: 0 }, cohorts: [] });
});

it('follows the players of a week through the weeks that have begun since', async () => {
  const { db } = challenges.test;
  // From Monday, March 2, 2026: the id contains the time of the sign-up.
  const id = '019cacad-4000-7000-8000-000000000001';
  await db.run(sql`
    insert into players (id, name, email, referral_code) values (${id}, 'Early', 'early@player.test', 'EARLYONE')`);
  const played = (day: string) => sql`
    insert into attempts (player_id, challenge_id, challenge_description, variant_id, challenge_type, entry_fee_gc,
      reward_gc, required_placement, required_kills, epic_name, epic_account_key, rules, started_at, start_by, status,
      reason, completed_at)
    values (${id}, ${challenges.challengeId}, 'x', ${id}, 'TOP10_5KILL_SOLO', 0, 1, 10, 5, 'e', 'k', '{}', now(), now(),
      'FAILED', 'x', ${day}::timestamptz)`;
  const { week } = await db.one<{ week: string }>(sql`
    select to_char(date_trunc('week', uuidv7_time(${id}::uuid) at time zone 'UTC'), 'YYYY-MM-DD') as week`);
  const monday = Date.parse(`${week}T00:00:00Z`);
  await db.run(played(new Date(monday + 6 * 86_400_000).toISOString()));
  await db.run(played(new Date(monday + 15 * 86_400_000).toISOString()));
  const to = getDay(monday + 20 * 86_400_000);
  const data = growth.parse((await ask(`from=${week}&to=${to}`)).json().data);
  expect(data.cohorts).toEqual([{ week, players: 1, active: [1, 0, 1, 0, 0, 0, 0, 0] }]);
});

it('requires permission and a valid date range', async () => {
  const days = 'from=2026-01-01&to=2026-01-31';
  expect((await ask(days, (await challenges.player()).token)).statusCode).toBe(403);
  for (const query of ['from=2026-02-01&to=2026-01-01', 'from=2020-01-01&to=2022-01-01', 'from=x&to=y'])
    expect((await ask(query)).statusCode).toBe(400);
  // Long before the epoch of ids.
  expect((await ask('from=0975-02-07&to=0975-02-07')).statusCode).toBe(200);
});
