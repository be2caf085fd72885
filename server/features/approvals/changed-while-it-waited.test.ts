// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { dayMs, startApprovalsTest } from '../../../tests/support/approvals.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';

const app = openForTests(startApprovalsTest);

const toCode = (answer: { statusCode: number; json(): { code?: string } }) => [
  answer.statusCode,
  answer.json().code,
];
const approved = async (answer: { statusCode: number; json(): { data: { approvalId: string } } }) => {
  expect(answer.statusCode).toBe(202);
  expect((await app.approve(app.second, answer.json().data.approvalId)).json()).toMatchObject({
    data: { status: 'carried_out' },
  });
};
const dates = (from: number, until: number) => ({
  startDate: new Date(app.clock.now().getTime() + from).toISOString(),
  endDate: new Date(app.clock.now().getTime() + until).toISOString(),
});

describe('an approved change, when the rest was edited while it waited', () => {
  /** Requests a change without the displayed values, saves another change, and approves the first. */
  const overtake = async (
    method: 'PUT' | 'POST',
    url: string,
    { asked, saved }: { asked: object; saved: object },
  ) => {
    const waits = await app.send(app.boss, method, url, asked);
    expect(waits.statusCode).toBe(202);
    expect((await app.send(app.third, method, url, saved)).statusCode).toBe(200);
    const answer = await app.approve(app.second, waits.json().data.approvalId);
    expect(toCode(answer)).toEqual([409, 'approval_unfit']);
    return answer.json().message as string;
  };

  it("neither overwrites nor mixes with another administrator's edit of a giveaway", {
    tags: ['long'],
  }, async () => {
    const giveaway = { title: 'Old', prizeType: 'GC', prizeAmount: 10, winnerCount: 1, ...dates(0, dayMs) };
    const made = await app.send(app.boss, 'POST', '/giveaways/create', giveaway);
    const id = made.json().data._id;
    const saved = { ...giveaway, title: 'New', prizeAmount: 400 };
    const url = `/giveaways/update/${id}`;
    for (const loaded of [{}, { loaded: giveaway }]) {
      const asked = { ...giveaway, winnerCount: 300, ...loaded };
      expect(await overtake('PUT', url, { asked, saved })).toContain('title, prizeAmount');
      const row = sql`select title, prize_amount, winner_count from giveaways where id = ${id}`;
      expect(await app.db.one(row)).toEqual({ title: 'New', prizeAmount: 400, winnerCount: 1 });
      expect((await app.send(app.third, 'PUT', url, giveaway)).statusCode).toBe(200);
    }
  });

  it('does not overwrite edits of events, packages, challenges or users either', {
    tags: ['long'],
  }, async () => {
    const event = {
      title: 'Old event',
      description: 'For all',
      type: 'SPECIAL',
      triggers: ['BUY_COINS'],
      autoRun: true,
      isActive: true,
      ...dates(0, dayMs),
      eventConfig: { rewardType: 'GC', rewardAmount: 10, budget: 900 },
    };
    const eventId = (await app.send(app.boss, 'POST', '/events', event)).json().data._id;
    const more = { ...event, eventConfig: { ...event.eventConfig, budget: 5000 } };
    const event2 = { asked: more, saved: { ...event, title: 'New event' } };
    expect(await overtake('PUT', `/events/${eventId}`, event2)).toContain('title');

    const offer = { title: 'Old offer', coins: 100, originalPrice: 100, discountPercentage: 0 };
    const offerId = (await app.send(app.boss, 'POST', '/trade-coin/create', offer)).json().data._id;
    const offer2 = { asked: { ...offer, coins: 6000 }, saved: { ...offer, title: 'New offer' } };
    expect(await overtake('PUT', `/trade-coin/${offerId}`, offer2)).toContain('title');

    const variant = { entryFeeGC: 50, rewardGC: 500, requiredPlacement: 10, requiredKills: 1 };
    const challenge = { description: 'Old challenge', challengeVariants: [variant] };
    const made = await app.send(app.boss, 'POST', '/challenge/create', challenge);
    const high = { ...challenge, challengeVariants: [{ ...variant, rewardGC: 900 }] };
    const url = `/challenge/update/${made.json().data._id}`;
    const challenge2 = { asked: high, saved: { ...challenge, description: 'New challenge' } };
    expect(await overtake('PUT', url, challenge2)).toContain('description');

    const user = await app.person({ name: 'Old name' });
    const named = { asked: { gamerCoins: 5000, name: 'Asked for' }, saved: { name: 'New name' } };
    expect(await overtake('PUT', `/super-admin/update-user/${user.id}`, named)).toContain('name');
    expect(await app.coins(user)).toBe(0);
    expect(await app.db.one(sql`select name from players where id = ${user.id}`)).toEqual({
      name: 'New name',
    });
  });

  it('cannot make a larger giveaway than approved', async () => {
    const giveaway = {
      title: 'Grown',
      prizeType: 'GC',
      prizeAmount: 100,
      winnerCount: 2,
      ...dates(0, dayMs),
    };
    const made = await app.send(app.boss, 'POST', '/giveaways/create', giveaway);
    const url = `/giveaways/update/${made.json().data._id}`;
    const change = (terms: object) =>
      app.send(app.boss, 'PUT', url, { ...giveaway, ...terms, loaded: giveaway });
    const asked = await change({ winnerCount: 20 });
    expect(asked.json().message).toContain('A payout of 2,000 GC');
    expect((await change({ prizeAmount: 500 })).statusCode).toBe(200);
    const answer = await app.approve(app.second, asked.json().data.approvalId);
    expect(toCode(answer)).toEqual([409, 'approval_unfit']);
    expect(answer.json().message).toContain('prizeAmount');
  });

  it('cannot make a cheaper package than approved', async () => {
    const terms = { title: 'Grown', coins: 100, originalPrice: 1000, discountPercentage: 0 };
    const made = await app.send(app.boss, 'POST', '/trade-coin/create', terms);
    const change = (parts: object) =>
      app.send(app.boss, 'PUT', `/trade-coin/${made.json().data._id}`, {
        ...terms,
        ...parts,
        loaded: terms,
      });
    const asked = await change({ coins: 6000 });
    expect(asked.json().message).toContain('A package of 6,000 GC');
    await approved(await change({ originalPrice: 1 }));
    const answer = await app.approve(app.second, asked.json().data.approvalId);
    expect(toCode(answer)).toEqual([409, 'approval_unfit']);
    expect(answer.json().message).toContain('originalPriceCents');
  });

  it('cannot make an event that pays more than approved', async () => {
    const event = {
      title: 'Grown',
      description: 'For all',
      type: 'SPECIAL',
      triggers: ['BUY_COINS'],
      autoRun: false,
      isActive: true,
      ...dates(0, dayMs),
      eventConfig: { rewardType: 'GC', rewardAmount: 10, budget: 1500 },
    };
    const made = await app.send(app.boss, 'POST', '/events', event);
    const change = (parts: object) =>
      app.send(app.boss, 'PUT', `/events/${made.json().data._id}`, { ...event, ...parts, loaded: event });
    const asked = await change({ autoRun: true });
    expect(asked.json().message).toContain('A payout of 1,500 GC');
    expect((await change({ eventConfig: { ...event.eventConfig, budget: 9000 } })).statusCode).toBe(200);
    const answer = await app.approve(app.second, asked.json().data.approvalId);
    expect(toCode(answer)).toEqual([409, 'approval_unfit']);
    expect(answer.json().message).toContain('eventConfig');
  });
});
