// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CoinLimit, CoinWay } from '../../../../contract/coin-limits-admin.ts';
import type { Person } from '../../../../tests/support/admin.ts';
import { dayMs, startApprovalsTest } from '../../../../tests/support/approvals.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { holdPayees, holdPlayers } from '../../accounts/player-store.ts';
import { rewardFact } from '../../promotions/rewards/reward-fact.ts';
import { createTakeCoins } from './limit-coins.ts';

const limits = {
  isOn: true,
  ways: { adjustments: 1000, giveaways: 5000, events: 5000, rewards: 100, challenges: 1000 },
  administrator: 700,
};
const app = openForTests(() => startApprovalsTest({ config: { coinLimits: limits } }));
let takeCoins: ReturnType<typeof createTakeCoins>;
beforeAll(async () => {
  takeCoins = createTakeCoins({ clock: app.clock, limits });
});
// A separate day for each test, far from midnight.
beforeEach(() => {
  const now = app.clock.now();
  app.clock.advance(dayMs - (now.getTime() % dayMs) + dayMs / 2);
});

const read = async (way: CoinWay, by: Person = app.boss): Promise<CoinLimit> => {
  const token = await app.signIn(by.id);
  const { list } = (await app.call({ url: '/overview/coin-limits', token })).json().data;
  return list.find((one: CoinLimit) => one.way === way);
};
const as = async (by: Person): Promise<Person> => ({ id: by.id, token: await app.signIn(by.id) });

describe('coins given by administrators', () => {
  it('count towards a personal and a shared limit, and need approval beyond either', async () => {
    const [boss, second, third] = [await as(app.boss), await as(app.second), await as(app.third)];
    const lucky = await app.person();
    expect((await app.update(boss, lucky, { gamerCoins: 600 })).statusCode).toBe(200);
    expect(await read('adjustments')).toMatchObject({
      limit: 1000,
      made: 600,
      left: 400,
      administrator: { limit: 700, made: 600, left: 100 },
    });
    const mine = await app.update(boss, lucky, { gamerCoins: 701 });
    expect([mine.statusCode, mine.json().message]).toEqual([
      202,
      'What would be made today of 701 GC is above the limit of 700 GC, so this waits for a second administrator, 72 h at most. Nothing has changed yet. Follow it under Approvals.',
    ]);
    const all = await app.update(second, lucky, { gamerCoins: 1001 });
    expect(all.json().message).toContain('1,001 GC is above the limit of 1,000 GC');
    // Taking coins away creates none.
    expect((await app.update(boss, lucky, { gamerCoins: 0 })).statusCode).toBe(200);
    expect((await app.update(third, lucky, { gamerCoins: 400 })).statusCode).toBe(200);
    // Approved changes count against no limit.
    expect((await app.approve(third, mine.json().data.approvalId)).statusCode).toBe(200);
    expect(await app.coins(lucky)).toBe(501);
    expect(await read('adjustments')).toMatchObject({ made: 1000, left: 0 });
    app.clock.advance(dayMs);
    expect(await read('adjustments')).toMatchObject({ made: 0, left: 1000 });
  });

  it('stay within the limits under concurrent calls', { tags: ['long'] }, async () => {
    const admins = [await as(app.boss), await as(app.second), await as(app.third)];
    const players = await Promise.all(Array.from({ length: 30 }, () => app.person()));
    const answers = await Promise.all(
      players.map((player, place) => app.update(admins[place % 3] as Person, player, { gamerCoins: 100 })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(10);
    expect(answers.filter(({ statusCode }) => statusCode === 202)).toHaveLength(20);
    expect(await read('adjustments')).toMatchObject({ made: 1000, left: 0 });
  });

  it('count giveaways and events when they are created, and later only increases', async () => {
    const boss = await as(app.boss);
    const dates = {
      startDate: app.clock.now().toISOString(),
      endDate: new Date(app.clock.now().getTime() + dayMs).toISOString(),
    };
    const giveaway = { title: 'G', prizeType: 'GC', prizeAmount: 100, winnerCount: 3, ...dates };
    const made = await app.send(boss, 'POST', '/giveaways/create', giveaway);
    expect(made.statusCode).toBe(200);
    const more = { ...giveaway, winnerCount: 5 };
    expect((await app.send(boss, 'PUT', `/giveaways/update/${made.json().data._id}`, more)).statusCode).toBe(
      200,
    );
    expect(await read('giveaways')).toMatchObject({ made: 500, administrator: { left: 200 } });
    expect((await app.send(boss, 'POST', '/giveaways/create', giveaway)).statusCode).toBe(202);
  });
});

describe('coins given automatically', () => {
  it('never exceed the daily limit when many transactions draw from it concurrently', {
    tags: ['long'],
  }, async () => {
    const amounts = Array.from({ length: 36 }, (_, place) => 1 + (place % 6));
    // So that all find the day's stripes, and wait for the same ones.
    expect(await app.db.transaction((tx) => takeCoins(tx, 'rewards', 1))).toBe(true);
    let tries = 0;
    const taken = await Promise.all(
      amounts.map((coins) =>
        app.db.transaction(async (tx) => {
          tries++;
          const isTaken = await takeCoins(tx, 'rewards', coins);
          // The other transactions find its row locked.
          await tx.run(sql`select pg_sleep(0.005)`);
          return isTaken;
        }),
      ),
    );
    // No transaction was retried: there was no deadlock.
    expect(tries).toBe(amounts.length);
    const sum = amounts.filter((_, place) => taken[place]).reduce((all, coins) => all + coins, 1);
    expect(sum).toBeLessThanOrEqual(100);
    // The remainder is too small for any of the refused amounts.
    expect(sum).toBeGreaterThan(100 - 6);
    expect((await read('rewards')).made).toBe(sum);
    const rest = 100 - sum;
    if (rest > 0) expect(await app.db.transaction((tx) => takeCoins(tx, 'rewards', rest))).toBe(true);
    expect(await app.db.transaction((tx) => takeCoins(tx, 'rewards', 1))).toBe(false);
  });

  it('are returned to the limit when the transaction fails', async () => {
    await app.db
      .transaction(async (tx) => {
        await takeCoins(tx, 'challenges', 900);
        throw new Error('later');
      })
      .catch(() => {});
    expect(await app.db.transaction((tx) => takeCoins(tx, 'challenges', 1000))).toBe(true);
  });

  it('are reserved for the player when an event reward exceeds the limit, and paid once', async () => {
    const deps = { db: app.db, clock: app.clock, holdPayees, holdPlayers, takeCoins };
    const { id } = await app.db.one<{ id: string }>(sql`
      insert into events (title, description, type, triggers, starts_at, ends_at, auto_run, is_active, reward_currency,
        reward_amount)
      values ('Daily', '', 'SPECIAL', '{COMPLETE_CHALLENGE}', ${new Date(app.clock.now().getTime() - dayMs)},
        ${new Date(app.clock.now().getTime() + dayMs)}, true, true, 'GC', 60) returning id`);
    const [first, late] = [await app.person(), await app.person()];
    const fact = (player: Person) => ({
      playerId: player.id,
      triggers: ['COMPLETE_CHALLENGE'] as const,
      cause: `attempt:${randomUUID()}`,
      at: app.clock.now(),
    });
    await rewardFact(fact(first), deps);
    const second = fact(late);
    await rewardFact(second, deps);
    await rewardFact(second, deps);
    expect([await app.coins(first), await app.coins(late)]).toEqual([60, 0]);
    const kept = await app.db.rows(
      sql`select player_id, amount from event_rewards where event_id = ${id} and paid_at is null`,
    );
    expect(kept).toEqual([{ playerId: late.id, amount: 60 }]);
  });
});

describe('raising a limit', () => {
  it('needs a second administrator and lasts for one day', async () => {
    const boss = await as(app.boss);
    const raise = (coins: number) =>
      app.send(boss, 'POST', '/overview/coin-limits/raise', { way: 'rewards', coins, reason: 'finals' });
    const asked = await raise(50);
    expect([asked.statusCode, (await read('rewards')).limit]).toEqual([202, 100]);
    expect((await app.approve(app.boss, asked.json().data.approvalId)).statusCode).toBe(403);
    expect((await app.approve(app.second, asked.json().data.approvalId)).statusCode).toBe(200);
    expect(await read('rewards')).toMatchObject({ limit: 150, raisedBy: 50, left: 150 });
    expect(await app.db.transaction((tx) => takeCoins(tx, 'rewards', 150))).toBe(true);
    const late = await raise(60);
    app.clock.advance(dayMs);
    const answer = await app.approve(app.second, late.json().data.approvalId);
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'approval_unfit']);
    expect(await read('rewards')).toMatchObject({ limit: 100, made: 0 });
  });
});

it('deletes the counts of old days and keeps recent days', async () => {
  const put = (day: string) =>
    app.db.run(sql`insert into coin_stripes (day, way, stripe, coins) values (${day}, 'rewards', 99, 1)`);
  const daysAgo = (days: number) =>
    new Date(app.clock.now().getTime() - days * dayMs).toISOString().slice(0, 10);
  await put(daysAgo(91));
  await put(daysAgo(89));
  await (app.app.tasks['forget-coin-limits'] as (payload: object) => Promise<void>)({});
  const left = await app.db.rows(
    sql`select day::text from coin_stripes where stripe = 99 and day < ${daysAgo(80)}`,
  );
  expect(left).toEqual([{ day: daysAgo(89) }]);
});
