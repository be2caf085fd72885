// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { promotionInput } from '../../../contract/promotion-terms.ts';
import type { AdminPromotion } from '../../../contract/promotions-admin.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { startPromotionsTest } from '../../../tests/support/promotions.ts';
import { promotionsDeps } from '../../../tests/support/promotions-deps.ts';
import { refuse } from '../../platform/refusal.ts';
import { promotionEdits } from './edit-promotion.ts';

const hourMs = 3_600_000;

const promotions = openForTests(startPromotionsTest);

describe('events in the administration', () => {
  it.each([
    [{ title: ' ' }, 'Title and Type are required'],
    [{ type: '' }, 'Title and Type are required'],
    [{ triggers: [] }, 'Choose a trigger'],
    [{ startDate: '' }, 'Start and end dates are required'],
    [{ triggers: ['ACTIVITY_WEEKLY'], leaderboardRewards: [3, 2] }, 'Please provide at least 3 rewards'],
    [
      { triggers: ['ACTIVITY_WEEKLY'], leaderboardRewards: Array(11).fill(1) },
      'You can provide up to 10 rewards',
    ],
    [
      { startDate: '2026-01-02T00:00:00Z', endDate: '2026-01-01T00:00:00Z' },
      'The end must be after the start',
    ],
  ])('are refused for %o: %s', async (parts, message) => {
    const answer = await promotions.ask('POST', '/events', { payload: promotions.input(parts) });
    expect(answer.status).toBe(400);
    expect(answer.message).toContain(message);
  });

  it('are saved with a warning when they lie in the past', async () => {
    const dates = { startDate: '2020-01-01T00:00:00Z', endDate: '2020-01-02T00:00:00Z' };
    const note = 'It’s already over: nothing from now on counts for it';
    const past = await promotions.ask('POST', '/events', { payload: promotions.input(dates) });
    expect([past.status, past.message]).toEqual([200, `Event created. ${note}`]);
    const present = await promotions.ask('POST', '/events', { payload: promotions.input({}) });
    expect([present.status, present.message]).toEqual([200, 'Event created']);
  });

  it('are created with defaults, changed, listed and deleted', async () => {
    const promotion = await promotions.create({ eventConfig: undefined, type: 'flash_promo' });
    expect(promotion).toMatchObject({
      type: 'FLASH_PROMO',
      autoRun: true,
      isActive: true,
      isCompleted: false,
      eventConfig: {
        rewardType: 'GC',
        rewardAmount: 0,
        multiplier: 1,
        userCap: 0,
        dailyCap: 0,
        budget: null,
      },
    });
    const changed = await promotions.ask('PUT', `/events/${promotion._id}`, {
      payload: promotions.input({ title: 'Changed' }),
    });
    expect(changed).toMatchObject({ status: 200, message: 'Event updated', data: { title: 'Changed' } });
    const { token } = await promotions.player();
    expect(await promotions.mine(token, promotion._id)).toMatchObject({ title: 'Changed', reward: 10 });
    expect(await promotions.ask('DELETE', `/events/${promotion._id}`)).toMatchObject({
      message: 'Event deleted successfully',
    });
    expect(await promotions.mine(token, promotion._id)).toBeUndefined();
    expect(
      await promotions.ask('PUT', `/events/${promotion._id}`, { payload: promotions.input() }),
    ).toMatchObject({
      status: 404,
    });
    const changes = await promotions.test.db.rows<{ action: string }>(sql`
      select action from admin_changes where subject = ${`event:${promotion._id}`} order by id`);
    expect(changes.map(({ action }) => action)).toEqual(['event.create', 'event.update', 'event.delete']);
  });

  it('cannot change once completed', async () => {
    const promotion = await promotions.create({ endDate: promotions.inHours(1) });
    promotions.test.clock.advance(2 * hourMs);
    await promotions.sweep();
    const answer = await promotions.ask('PUT', `/events/${promotion._id}`, { payload: promotions.input() });
    expect(answer).toMatchObject({ status: 409, code: 'event_completed' });
  });

  it('are hidden from players while inactive, and players cannot list them as administrators do', async () => {
    const promotion = await promotions.create({ isActive: false });
    const { token } = await promotions.player();
    expect(await promotions.mine(token, promotion._id)).toBeUndefined();
    expect(await promotions.ask('GET', '/events/all', { token })).toMatchObject({ status: 403 });
  });

  it('have one address: complete for administrators, their own view for players', async () => {
    const { _id } = await promotions.create({ isActive: false });
    const { total, data } = await promotions.ask('GET', '/events?pageSize=1');
    expect(total).toBeGreaterThan(data.length);
    const all: AdminPromotion[] = (await promotions.ask('GET', '/events')).data;
    expect(all.find((promotion) => promotion._id === _id)).toMatchObject({
      status: 'INACTIVE',
      completed: false,
      budgetSpent: 0,
    });
    const { token } = await promotions.player();
    const own: object[] = (await promotions.ask('GET', '/events', { token })).data;
    expect(own).toEqual((await promotions.ask('GET', '/events/mine', { token })).data);
    for (const promotion of own) expect(promotion).not.toHaveProperty('budgetSpent');
  });
});

it('the list of events can be searched and paged, active events first', async () => {
  for (const [title, isActive] of [
    ['Autumn 50%', true],
    ['Autumn 500', true],
    ['autumn 50% off', false],
  ] as const) {
    await promotions.create({ title, isActive });
  }
  const titles = async (query: string) =>
    (await promotions.ask('GET', `/events/all?${query}`)).data.map(({ title }: { title: string }) => title);
  const { total } = await promotions.ask(
    'GET',
    `/events/all?search=${encodeURIComponent('AUTUMN 50%')}&pageSize=1`,
  );
  expect(total).toBe(2);
  const search = `search=${encodeURIComponent('AUTUMN 50%')}`;
  expect(await titles(search)).toEqual(['Autumn 50%', 'autumn 50% off']);
  expect(await titles(`${search}&pageSize=1&page=2`)).toEqual(['autumn 50% off']);
  expect((await promotions.ask('GET', '/events/all?pageSize=501')).status).toBe(400);
});

it('reject an approved change when its payout has meanwhile lost its limit', async () => {
  const { db } = promotions.test;
  const { id: actorId } = await createPlayer(db, { role: 'SUPER_ADMIN' });
  const dates = { startDate: promotions.inHours(-1), endDate: promotions.inHours(24) };
  const toInput = (budget: number | null, title = 'Test event') =>
    promotionInput.parse(promotions.input({ ...dates, title, eventConfig: { rewardAmount: 10, budget } }));
  const { _id: eventId } = await promotions.create(toInput(100) as never);
  const asked = { eventId, event: toInput(100, 'Renamed'), loaded: { ...toInput(100) } };
  const payload = toInput(null);
  expect((await promotions.ask('PUT', `/events/${eventId}`, { payload: payload as never })).status).toBe(200);
  const carryOut = () =>
    db.transaction(async (tx) =>
      promotionEdits.approvable(promotionsDeps(promotions.test))['event.update']?.(tx, {
        actorId,
        approverId: null,
        input: asked,
        before: toInput(100),
        after: asked.event,
        reason: '',
        approvalId: randomUUID(),
      }),
    );
  const current = { eventConfig: payload.eventConfig };
  expect(await carryOut()).toEqual(refuse('changed_meanwhile', { fields: 'eventConfig', current }));
});
