// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PromotionInput } from '../../../contract/promotion-terms.ts';
import type { AdminPromotion } from '../../../contract/promotions-admin.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { startPromotionsTest } from '../../../tests/support/promotions.ts';
import { promotionsDeps } from '../../../tests/support/promotions-deps.ts';
import type { Approved, AskApproval, CarryOut } from '../../approval-ports.ts';
import type { Database } from '../../platform/db/database.ts';
import { refuse } from '../../platform/refusal.ts';
import { promotionEdits } from './edit-promotion.ts';
import { approvableSending, sendRewards } from './payouts/send-rewards.ts';
import { measureRaise } from './rules.ts';

const promotions = openForTests(startPromotionsTest);
let db: Database;
let actorId: string;
let approverId: string;
beforeAll(async () => {
  db = promotions.test.db;
  actorId = (await createPlayer(db, { role: 'SUPER_ADMIN' })).id;
  approverId = (await createPlayer(db, { role: 'SUPER_ADMIN' })).id;
});

const told = [{ name: 'events', subject: '', data: {} }];
const changes = (eventId: string) =>
  db.rows(sql`
    select actor_id, action, before, after, reason from admin_changes
    where subject = ${`event:${eventId}`} order by id`);

describe('a change of an event', () => {
  it('is logged with before and after and announced to every page, unless refused', async () => {
    let made: AdminPromotion | undefined;
    const create = async () => {
      made = await promotions.create({ description: 'For all' });
    };
    expect(await promotions.sentToAll(create)).toEqual(told);
    const { _id } = made as AdminPromotion;
    const payload = promotions.input({ title: 'Changed', eventConfig: { rewardAmount: 11 } });
    const ask = (method: 'PUT' | 'DELETE', body?: object) =>
      promotions.sentToAll(() =>
        promotions.ask(method, `/events/${_id}`, body && { payload: body }).then(({ data }) => {
          if (method === 'PUT') made = data ?? made;
        }),
      );
    const before = made;
    expect(await ask('PUT', payload)).toEqual(told);
    const after = made;
    expect(await ask('PUT', { ...payload, triggers: [] })).toEqual([]);
    expect(await ask('DELETE')).toEqual(told);
    expect(await ask('DELETE')).toEqual([]);
    const log = await changes(_id);
    const whole = { id: _id, sendingSince: null, budgetSpent: 0 };
    expect(log).toEqual([
      expect.objectContaining({ action: 'event.create', before: null, after: before, reason: '' }),
      expect.objectContaining({
        action: 'event.update',
        before,
        after,
      }),
      expect.objectContaining({
        action: 'event.delete',
        before: expect.objectContaining({ ...whole, title: 'Changed', rewardAmount: 11 }),
        after: null,
      }),
    ]);
  });

  it('stores only the rewards that its triggers pay', async () => {
    const single = await promotions.create({ leaderboardRewards: [5, 4, 3] });
    expect(single).toMatchObject({ leaderboardRewards: [], eventConfig: { rewardAmount: 10 } });
    const places = await promotions.weekly({ eventConfig: { rewardAmount: 10 } });
    expect(places).toMatchObject({
      leaderboardRewards: [500, 300, 100],
      eventConfig: { rewardAmount: 0 },
    });
  });

  it('is refused with the reason for unknown, completed and rewarded events', async () => {
    const payload = promotions.input();
    const nowhere = `/events/${randomUUID()}`;
    for (const [method, url] of [
      ['PUT', nowhere],
      ['DELETE', nowhere],
      ['GET', `${nowhere}/payouts`],
      ['GET', `${nowhere}/sending`],
      ['POST', `/events/run-leaderboard/${randomUUID()}`],
    ] as const) {
      const asked = method === 'PUT' ? { payload } : {};
      expect(await promotions.ask(method, url, asked)).toMatchObject({ status: 404, code: 'not_found' });
    }
    const reversed = promotions.input({ startDate: promotions.inHours(2), endDate: promotions.inHours(1) });
    const { _id } = await promotions.create();
    for (const answer of [
      await promotions.ask('POST', '/events', { payload: reversed }),
      await promotions.ask('PUT', `/events/${_id}`, { payload: reversed }),
    ]) {
      expect(answer).toMatchObject({
        code: 'event_invalid',
        message: 'The end must be after the start: choose a later end',
      });
    }
    await promotions.finish((await promotions.player()).id);
    const inXp = promotions.input({ eventConfig: { rewardAmount: 10, rewardType: 'XP' } });
    expect(await promotions.ask('PUT', `/events/${_id}`, { payload: inXp })).toMatchObject({
      code: 'event_invalid',
      message: 'It has rewarded players, so its currency and its kind are fixed',
    });
    await db.run(sql`delete from event_rewards where event_id = ${_id}`);
    expect((await promotions.ask('PUT', `/events/${_id}`, { payload: inXp })).status).toBe(200);
  });

  it('is replayed for a repeated key, which is refused for anything else', async () => {
    const [one, other] = [
      await promotions.create({ autoRun: false }),
      await promotions.create({ autoRun: false }),
    ];
    const payload = promotions.input({ autoRun: false });
    for (const [method, first, second] of [
      ['POST', '/events', undefined],
      ['PUT', `/events/${one._id}`, `/events/${other._id}`],
      ['POST', `/events/run-leaderboard/${one._id}`, `/events/run-leaderboard/${other._id}`],
      ['DELETE', `/events/${one._id}`, `/events/${other._id}`],
    ] as const) {
      const key = randomUUID();
      const hasBody = method === 'PUT' || !second;
      const ask = (url: string, body: object = payload) =>
        promotions.ask(method, url, { key, ...(hasBody && { payload: body }) });
      const answer = await ask(first);
      expect(answer.status, answer.message).toBe(200);
      expect(await ask(first)).toEqual(answer);
      const reused = { status: 422, code: 'idempotency_key_reused' };
      if (hasBody) expect(await ask(first, { ...payload, title: 'Another' })).toMatchObject(reused);
      if (second) expect(await ask(second)).toMatchObject(reused);
    }
  });
});

describe('a change with approval by a second administrator', () => {
  const asked: unknown[] = [];
  const deps = (askApproval: AskApproval) => ({ ...promotionsDeps(promotions.test), askApproval });
  const note: AskApproval = async (_tx, { measure, ...rest }) => {
    asked.splice(0, asked.length, { ...rest, measure: await measure() });
    return undefined;
  };
  const wait: AskApproval = async () => refuse('waits_for_approval', { approvalId: randomUUID() });
  const event = (parts: Partial<PromotionInput> = {}): PromotionInput => ({
    title: 'Bonus',
    description: '',
    type: 'BONUS',
    triggers: ['COMPLETE_CHALLENGE'],
    startDate: promotions.inHours(-1),
    endDate: promotions.inHours(5),
    leaderboardRewards: [],
    autoRun: true,
    isActive: true,
    eventConfig: {
      rewardType: 'GC',
      rewardAmount: 10,
      multiplier: 1.5,
      userCap: 3,
      dailyCap: 2,
      budget: 100,
    },
    ...parts,
  });
  const key = () => ({ actorId, idempotencyKey: randomUUID() });
  const editors = async (eventId: string) =>
    (
      await db.rows<{ playerId: string }>(
        sql`select player_id from editors where subject = ${`event:${eventId}`}`,
      )
    ).map(({ playerId }) => playerId);
  const both = () => [actorId, approverId].sort();
  const carryOut = (
    does: CarryOut | undefined,
    input: object,
    { by = approverId, before = null }: { by?: string | null; before?: unknown } = {},
  ) =>
    db.transaction(async (tx) =>
      does?.(tx, {
        actorId,
        approverId: by,
        input,
        before,
        after: 'event' in input ? input.event : input,
        reason: '',
        approvalId: randomUUID(),
      } satisfies Approved),
    );

  it('is requested with its full effect, and changes nothing while waiting', async () => {
    const made = (await promotionEdits.create({ ...key(), terms: event() }, deps(note))) as AdminPromotion;
    const before = event({ startDate: made.startDate, endDate: made.endDate });
    expect(asked).toEqual([
      {
        actorId,
        operation: 'event.create',
        permission: 'events:write',
        measure: [measureRaise(before)],
        title: 'Create the event “Bonus”',
        subject: 'event',
        before: null,
        after: before,
        input: { event: before },
      },
    ]);
    const dearer = { ...before, title: 'Larger', eventConfig: { ...before.eventConfig, budget: 300 } };
    const edit = { ...key(), id: made._id, terms: dearer, loaded: undefined };
    expect(await promotionEdits.edit(edit, deps(wait))).toMatchObject({ refused: 'waits_for_approval' });
    expect(await changes(made._id)).toHaveLength(1);
    await promotionEdits.edit({ ...edit, ...key() }, deps(note));
    expect(asked).toEqual([
      {
        actorId,
        operation: 'event.update',
        permission: 'events:write',
        measure: [{ kind: 'payout', coins: 300, makes: { way: 'events', coins: 200 } }],
        title: 'Change the event “Bonus”',
        subject: `event:${made._id}`,
        before,
        after: dearer,
        input: { eventId: made._id, event: dearer, loaded: undefined },
      },
    ]);
    const later = event({ title: 'Not yet' });
    expect(await promotionEdits.create({ ...key(), terms: later }, deps(wait))).toMatchObject({
      refused: 'waits_for_approval',
    });
    expect(await db.row(sql`select from events where title = 'Not yet'`)).toBeUndefined();
  });

  it('is applied in the name of its requester, and excludes both from rewards', async () => {
    const does = promotionEdits.approvable(deps(note));
    const made = (await carryOut(does['event.create'], { event: event() })) as AdminPromotion;
    expect(await changes(made._id)).toMatchObject([{ actorId, action: 'event.create', after: made }]);
    expect((await editors(made._id)).sort()).toEqual(both());
    const alone = (await carryOut(does['event.create'], { event: event() }, { by: null })) as AdminPromotion;
    expect(await editors(alone._id)).toEqual([actorId]);
    const input = { eventId: alone._id, event: event({ title: 'Approved' }) };
    const before = event({ startDate: alone.startDate, endDate: alone.endDate });
    expect(await carryOut(does['event.update'], input, { before })).toMatchObject({ title: 'Approved' });
    expect((await editors(alone._id)).sort()).toEqual(both());
    expect(await changes(alone._id)).toMatchObject([{}, { actorId, action: 'event.update' }]);
  });

  it('sends no more than was requested, and nothing to the approver', async () => {
    const collected = async (parts: Partial<PromotionInput> = {}) => {
      await promotions.closeAll();
      const terms = event({ autoRun: false, ...parts });
      const { _id } = (await promotionEdits.create({ ...key(), terms }, deps(note))) as AdminPromotion;
      await promotions.finish((await promotions.player()).id);
      return _id;
    };
    const eventId = await collected();
    const ask = (id: string) =>
      sendRewards(
        { ...key(), eventId: id },
        deps(async (tx, toAsk) => (await note(tx, toAsk)) ?? wait(tx, toAsk)),
      );
    expect(await ask(eventId)).toMatchObject({ refused: 'waits_for_approval' });
    const input = { eventId, total: 15 };
    expect(asked).toEqual([
      {
        actorId,
        operation: 'event.send',
        permission: 'events:send',
        measure: [{ kind: 'payout', coins: 15, makes: { way: 'events', coins: 15 } }],
        title: 'Send the rewards of the event “Bonus”',
        subject: `event:${eventId}`,
        before: null,
        after: input,
        input,
      },
    ]);
    await promotions.finish(approverId);
    await promotions.finish((await promotions.player()).id);
    const does = approvableSending(deps(note))['event.send'];
    expect(await carryOut(does, input)).toEqual(refuse('event_payout_grew', { total: 15, now: 30 }));
    expect(await carryOut(does, { eventId, total: 30 })).toEqual({ players: 2, total: 30, isFinished: true });
    expect(await promotions.coins(approverId)).toBe(0);
    expect((await changes(eventId)).at(-1)).toEqual({
      actorId,
      action: 'event.send',
      before: null,
      after: { players: 2, total: 30 },
      reason: '',
    });
    const inXp = await collected({ eventConfig: { ...event().eventConfig, rewardType: 'XP' } });
    await ask(inXp);
    expect(asked).toMatchObject([{ measure: [{ coins: 0 }], input: { total: 0 } }]);
    expect(await carryOut(does, { eventId: randomUUID(), total: 1 })).toEqual(refuse('not_found'));
  });
});
