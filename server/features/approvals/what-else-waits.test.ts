// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Approval } from '../../../contract/approvals-admin.ts';
import type { Person } from '../../../tests/support/admin.ts';
import { listIn } from '../../../tests/support/app.ts';
import { dayMs, startApprovalsTest } from '../../../tests/support/approvals.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { findEditors } from '../../platform/db/editors.ts';

const app = openForTests(startApprovalsTest);
let _player: Person;
beforeAll(async () => {
  _player = await app.person({ gamerCoins: 100 });
});

const toCode = (answer: { statusCode: number; json(): { code?: string } }) => [
  answer.statusCode,
  answer.json().code,
];
const _list = async (by: Person, show = 'waiting') =>
  listIn<{ list: Approval[]; total: number }>((await app.send(by, 'GET', `/approvals?show=${show}`)).json());

describe('approval is also required for', () => {
  const dates = (from: number, until: number) => ({
    startDate: new Date(app.clock.now().getTime() + from).toISOString(),
    endDate: new Date(app.clock.now().getTime() + until).toISOString(),
  });
  const approved = async (answer: { statusCode: number; json(): { data: { approvalId: string } } }) => {
    expect(answer.statusCode).toBe(202);
    expect((await app.approve(app.second, answer.json().data.approvalId)).json()).toMatchObject({
      data: { status: 'carried_out' },
    });
  };

  it('giveaway prizes when set or raised, and the approver cannot enter', async () => {
    const giveaway = {
      title: 'Large',
      prizeType: 'GC',
      prizeAmount: 500,
      winnerCount: 3,
      ...dates(0, dayMs),
    };
    const create = (terms: object) =>
      app.send(app.boss, 'POST', '/giveaways/create', { ...giveaway, ...terms });
    expect((await create({ winnerCount: 2 })).statusCode).toBe(200);
    expect((await create({ prizeType: 'XP' })).statusCode).toBe(200);
    await approved(await create({}));
    const { id } = await app.db.one<{ id: string }>(
      sql`select id from giveaways where title = 'Large' and winner_count = 3 and prize_type = 'GC'`,
    );
    const editors = await app.db.rows(sql`select from editors where subject = ${`giveaway:${id}`}`);
    expect(editors).toHaveLength(2);
    const edit = (terms: object) =>
      app.send(app.boss, 'PUT', `/giveaways/update/${id}`, { ...giveaway, ...terms });
    expect((await edit({ title: 'Large and new' })).statusCode).toBe(200);
    expect((await edit({ winnerCount: 2 })).statusCode).toBe(200);
    await approved(await edit({ winnerCount: 4 }));
  });

  it('an event that pays automatically above the limit or without a budget', async () => {
    const event = {
      title: 'Event',
      description: 'For all',
      type: 'SPECIAL',
      triggers: ['FIRST_LOGIN'],
      autoRun: true,
      isActive: true,
      ...dates(0, dayMs),
    };
    const config = { rewardType: 'GC', rewardAmount: 10, budget: 1000 };
    const create = (eventConfig: object, terms: object = {}) =>
      app.send(app.boss, 'POST', '/events', {
        ...event,
        ...terms,
        eventConfig: { ...config, ...eventConfig },
      });
    const small = await create({});
    expect(small.statusCode).toBe(200);
    expect((await create({ rewardType: 'XP', budget: null })).statusCode).toBe(200);
    expect((await create({ budget: null }, { autoRun: false })).statusCode).toBe(200);
    await approved(await create({ budget: 1001 }));
    const isApproved = async (id: string) =>
      (await app.db.one<{ is: boolean }>(sql`select is_approved as is from events where id = ${id}`)).is;
    const large = await app.db.one<{ id: string }>(sql`select id from events where budget = 1001`);
    expect([await isApproved(large.id), await isApproved(small.json().data._id)]).toEqual([true, false]);
    const change = (budget: number, title = 'Event') =>
      app.send(app.boss, 'PUT', `/events/${large.id}`, {
        ...event,
        title,
        eventConfig: { ...config, budget },
      });
    expect((await change(1001, 'Renamed')).statusCode).toBe(200);
    expect(await isApproved(large.id)).toBe(true);
    expect((await change(500)).statusCode).toBe(200);
    expect(await isApproved(large.id)).toBe(true);
    expect((await change(900)).statusCode).toBe(200);
    expect(await isApproved(large.id)).toBe(false);
    const endless = await create({ budget: null });
    expect(endless.json().message).toContain('This has no upper limit, so this waits');
    await approved(endless);
    const raised = await app.send(app.boss, 'PUT', `/events/${small.json().data._id}`, {
      ...event,
      eventConfig: { ...config, budget: null },
    });
    await approved(raised);
    const board = { triggers: ['ACTIVITY_WEEKLY'], leaderboardRewards: [600, 300, 200] };
    await approved(await create({ rewardAmount: 0, budget: null }, board));
  });

  it('sending rewards, up to the amount that was requested', { tags: ['long'] }, async () => {
    const make = async (amount: number) => {
      const { id } = await app.db.one<{ id: string }>(sql`
        insert into events (title, description, type, triggers, starts_at, ends_at, auto_run, is_active,
          reward_currency, reward_amount)
        values ('To send', '', 'SPECIAL', '{FIRST_LOGIN}', now(), now() + interval '1 day', false, true, 'GC', ${amount})
        returning id`);
      return id;
    };
    const collect = async (eventId: string, amount: number) => {
      const { id } = await app.person();
      await app.db.run(sql`
        insert into event_rewards (event_id, player_id, trigger, cause, currency, amount, caused_at)
        values (${eventId}, ${id}, 'FIRST_LOGIN', ${randomUUID()}, 'GC', ${amount}, now())`);
      return { id, token: '' };
    };
    const send = (eventId: string) => app.send(app.boss, 'POST', `/events/run-leaderboard/${eventId}`);
    const [small, large, growing] = [await make(10), await make(10), await make(10)];
    await collect(small, 1000);
    expect((await send(small)).statusCode).toBe(200);
    const winner = await collect(large, 1001);
    await approved(await send(large));
    expect(await app.coins(winner)).toBe(1001);
    await collect(growing, 1001);
    const { approvalId } = (await send(growing)).json().data;
    const late = await collect(growing, 1);
    expect(toCode(await app.approve(app.second, approvalId))).toEqual([409, 'approval_unfit']);
    expect(await app.coins(late)).toBe(0);
  });

  it('an event that starts paying collected rewards automatically, even with a smaller budget', {
    tags: ['long'],
  }, async () => {
    const event = {
      title: 'Collected',
      description: 'For all',
      type: 'SPECIAL',
      triggers: ['BUY_COINS'],
      isActive: true,
      ...dates(0, dayMs),
    };
    const config = { rewardType: 'GC', rewardAmount: 10, budget: null as number | null };
    const created = await app.send(app.boss, 'POST', '/events', {
      ...event,
      autoRun: false,
      eventConfig: config,
    });
    const eventId = created.json().data._id;
    const collect = async (amount: number) => {
      const { id } = await app.person();
      await app.db.run(sql`
        insert into event_rewards (event_id, player_id, trigger, cause, currency, amount, caused_at)
        values (${eventId}, ${id}, 'BUY_COINS', ${randomUUID()}, 'GC', ${amount}, now())`);
    };
    const payAlone = (budget: number) =>
      app.send(app.boss, 'PUT', `/events/${eventId}`, {
        ...event,
        autoRun: true,
        eventConfig: { ...config, budget },
      });
    await collect(1001);
    expect((await payAlone(1)).json().message).toContain('A payout of 1,001 GC');
    await approved(await payAlone(2));
    const { budget } = await app.db.one<{ budget: number }>(
      sql`select budget from events where id = ${eventId}`,
    );
    expect(budget).toBe(1001);
    // The maximum that it may pay has not grown.
    expect((await payAlone(1)).statusCode).toBe(200);
  });

  it('a high challenge reward, which neither the requester nor the approver can win', {
    tags: ['long'],
  }, async () => {
    const variant = { requiredPlacement: 25, requiredKills: 0, entryFeeGC: 0, rewardGC: 501 };
    const terms = { description: 'High', isActive: true, challengeVariants: [variant] };
    const enter = async ({ id }: Person, challengeId: string) => {
      const payload = { challengeId, challengeType: 'TOP25_0KILL_SOLO', epicId: 'somebody' };
      const by = { id, token: await app.signIn(id) };
      return toCode(await app.send(by, 'POST', '/challenge/start', payload));
    };
    await approved(await app.send(app.boss, 'POST', '/challenge/create', terms));
    const { id } = await app.db.one<{ id: string }>(
      sql`select id from challenges where description = 'High'`,
    );
    const raised = { ...terms, challengeVariants: [{ ...variant, rewardGC: 600 }] };
    const url = `/challenge/update/${id}`;
    const asked = await app.send(app.third, 'PUT', url, raised);
    // A request for a change is not yet an edit.
    expect(await findEditors(app.db, `challenge:${id}`)).toEqual(new Set([app.boss.id, app.second.id]));
    await approved(asked);
    for (const one of [app.boss, app.second, app.third]) {
      expect(await enter(one, id)).toEqual([403, 'challenge_by_you']);
    }
  });

  it('a package with many coins, or many per dollar, unless it was so before', {
    tags: ['long'],
  }, async () => {
    const terms = { title: 'P', coins: 100, originalPrice: 1, discountPercentage: 0 };
    const create = (change: object) =>
      app.send(app.boss, 'POST', '/trade-coin/create', { ...terms, ...change });
    const small = await create({});
    expect(small.statusCode).toBe(200);
    await approved(await create({ coins: 5001, originalPrice: 50 }));
    // 250.1 coins for a dollar.
    await approved(await create({ coins: 2501, originalPrice: 10 }));
    await approved(await create({ title: 'Cheap', coins: 251 }));
    const { id } = await app.db.one<{ id: string }>(sql`select id from coin_packages where title = 'Cheap'`);
    const edit = (packageId: string, change: object) =>
      app.send(app.boss, 'PUT', `/trade-coin/${packageId}`, { ...terms, ...change });
    expect((await edit(id, { title: 'Cheaper', coins: 251 })).statusCode).toBe(200);
    await approved(await edit(id, { coins: 251, discountPercentage: 10 }));
    await approved(await edit(small.json().data._id, { coins: 300 }));
  });

  it('an event without a budget that is extended', async () => {
    const event = {
      title: 'Endless',
      description: 'For all',
      type: 'SPECIAL',
      triggers: ['BUY_COINS'],
      autoRun: true,
      isActive: true,
      ...dates(dayMs, 2 * dayMs),
      eventConfig: { rewardType: 'GC', rewardAmount: 10, budget: null },
    };
    await approved(await app.send(app.boss, 'POST', '/events', event));
    const { id } = await app.db.one<{ id: string }>(sql`select id from events where title = 'Endless'`);
    const edit = (terms: object) => app.send(app.boss, 'PUT', `/events/${id}`, { ...event, ...terms });
    expect((await edit({ title: 'Endless and new' })).statusCode).toBe(200);
    await approved(await edit(dates(dayMs, 3 * dayMs)));
    await approved(await edit(dates(0, 3 * dayMs)));
    expect((await edit(dates(dayMs, 2 * dayMs))).statusCode).toBe(200);
  });

  it('challenge rewards, new or raised', async () => {
    const variant = { entryFeeGC: 50, rewardGC: 500, requiredPlacement: 10, requiredKills: 1 };
    const create = (challengeVariants: object[]) =>
      app.send(app.boss, 'POST', '/challenge/create', { description: 'C', challengeVariants });
    const small = await create([variant]);
    expect(small.statusCode).toBe(200);
    await approved(await create([variant, { ...variant, requiredKills: 2, rewardGC: 501 }]));
    const edit = (challengeVariants: object[]) =>
      app.send(app.boss, 'PUT', `/challenge/update/${small.json().data._id}`, {
        description: 'C',
        challengeVariants,
      });
    await approved(await edit([{ ...variant, rewardGC: 600 }]));
    expect((await edit([{ ...variant, rewardGC: 600, entryFeeGC: 60 }])).statusCode).toBe(200);
  });
});
