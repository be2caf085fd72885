// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Approval } from '../../../contract/approvals-admin.ts';
import type { AdminGiveaway } from '../../../contract/giveaways-admin.ts';
import type { Person } from '../../../tests/support/admin.ts';
import { startApprovalsTest } from '../../../tests/support/approvals.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { storeAnswer } from '../../platform/db/idempotency.ts';
import type { Task } from '../../platform/jobs/outbox.ts';

const app = openForTests(startApprovalsTest);
const heard: { name: string; data: { giveawayId: string } }[] = [];
beforeAll(async () => {
  app.listener.on('live_all', (payload) => heard.push(JSON.parse(payload)));
});
afterEach(() => vi.restoreAllMocks());

const hourMs = 3_600_000;
const inHours = (hours: number) => new Date(app.clock.now().getTime() + hours * hourMs).toISOString();
const terms = (parts: object = {}) => ({
  title: 'Drop',
  prizeType: 'GC' as const,
  prizeAmount: 50,
  winnerCount: 2,
  startDate: inHours(0),
  endDate: inHours(2),
  isActive: true,
  ...parts,
});

async function send(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  { by = app.boss, payload, key }: { by?: Person; payload?: object; key?: string } = {},
) {
  const answer = await app.send(by, method, `/giveaways/${url}`, payload, key);
  return { status: answer.statusCode, ...answer.json() };
}
const create = async (payload: object = terms()): Promise<AdminGiveaway> =>
  (await send('POST', 'create', { payload })).data;
const enter = (id: string, by: Person) => send('POST', `${id}/enter`, { by });
const draw = async () => {
  app.clock.advance(2 * hourMs);
  await (app.app.tasks['draw-giveaways'] as Task)({} as never);
};
/** A giveaway's audit log entries, oldest first. */
const logOf = (id: string) =>
  app.db.rows(sql`
    select action, actor_id, before, after from admin_changes where subject = ${`giveaway:${id}`} order by id`);

describe('changes of giveaways', () => {
  it('are logged with before and after, without the entrants', async () => {
    const { participants: _, prizes: __, participantCount: ___, ...made } = await create();
    const { _id: id } = made;
    await enter(id, await app.person());
    const payload = { ...terms(), startDate: made.startDate, endDate: made.endDate, isActive: false };
    await send('PUT', `update/${id}`, { payload });
    const empty = (await create())._id;
    await send('DELETE', `delete/${empty}`);
    expect(await logOf(id)).toEqual([
      { action: 'giveaway.create', actorId: app.boss.id, before: null, after: made },
      {
        action: 'giveaway.update',
        actorId: app.boss.id,
        before: made,
        after: { ...made, isActive: false },
      },
    ]);
    expect((await logOf(empty))[1]).toEqual({
      action: 'giveaway.delete',
      actorId: app.boss.id,
      before: expect.objectContaining({ id: empty, title: 'Drop' }),
      after: null,
    });
  });

  it('are sent to every open page, as are entries and the draw', { tags: ['long'] }, async () => {
    const told = (giveawayId: string, participants: number, isCompleted = false) => ({
      name: 'giveaway',
      data: { giveawayId, participants, isCompleted },
    });
    /** The last live event. Each one is awaited, since equal waiting events are sent only once. */
    const hear = async (count: number, ...last: Parameters<typeof told>) => {
      const ofIt = () => heard.filter(({ data }) => data.giveawayId === last[0]);
      await vi.waitFor(() => expect(ofIt()).toHaveLength(count));
      expect(ofIt().at(-1)).toMatchObject(told(...last));
    };
    const { _id: id, startDate, endDate } = await create();
    await hear(1, id, 0);
    await enter(id, await app.person());
    await hear(2, id, 1);
    await send('PUT', `update/${id}`, { payload: terms({ startDate, endDate, isActive: false }) });
    await hear(3, id, 1);
    await draw();
    await hear(4, id, 1, true);
    const { _id: deleted } = await create();
    await hear(1, deleted, 0);
    await send('DELETE', `delete/${deleted}`);
    await hear(2, deleted, 0);
  });

  it('are made once per key, which is valid for one call', async () => {
    const key = randomUUID();
    const payload = terms();
    const made = await send('POST', 'create', { payload, key });
    expect(await send('POST', 'create', { payload, key })).toEqual(made);
    const reused = { status: 422, code: 'idempotency_key_reused' };
    expect(await send('POST', 'create', { payload: terms({ title: 'Other' }), key })).toMatchObject(reused);
    const id = made.data._id;
    const player = await app.person();
    for (const [method, url, by] of [
      ['PUT', `update/${id}`, app.boss],
      ['POST', `${id}/enter`, player],
      ['DELETE', `delete/${id}`, app.boss],
    ] as const) {
      const once = {
        by,
        key: randomUUID(),
        ...(method === 'PUT' && { payload: terms({ title: 'Drop 2' }) }),
      };
      if (method === 'DELETE') await app.db.run(sql`delete from giveaway_entries where giveaway_id = ${id}`);
      const first = await send(method, url, once);
      expect([url, first.status]).toEqual([url, 200]);
      expect(await send(method, url, once)).toEqual(first);
      const other = url.replace(id, randomUUID());
      expect(await send(method, other, once)).toMatchObject(reused);
    }
    expect(await send('PUT', `update/${id}`, { payload })).toMatchObject({ status: 404, code: 'not_found' });
  });

  it('are replayed when the previous release made them', async () => {
    const { _id: id } = await create();
    const key = randomUUID();
    const input = { operation: 'giveaway.delete', id };
    await app.db.transaction((tx) => storeAnswer(tx, { playerId: app.boss.id, key, input }, {}));
    expect(await send('DELETE', `delete/${id}`, { key })).toMatchObject({ status: 200 });
  });

  it('are refused for unknown giveaways', async () => {
    const id = randomUUID();
    const missing = { status: 404, code: 'not_found' };
    expect(await send('PUT', `update/${id}`, { payload: terms() })).toMatchObject(missing);
    expect(await send('DELETE', `delete/${id}`)).toMatchObject(missing);
    expect(await send('GET', `${id}/draw`)).toMatchObject(missing);
    expect(await send('GET', `${id}/draw/entrants`)).toMatchObject(missing);
  });

  it('are refused when the end is not after the start', async () => {
    const dates = { startDate: inHours(1), endDate: inHours(1) };
    const fault = {
      status: 400,
      code: 'giveaway_invalid',
      message: expect.stringContaining('The end must be after the start'),
    };
    expect(await send('POST', 'create', { payload: terms(dates) })).toMatchObject(fault);
    const { _id } = await create();
    expect(await send('PUT', `update/${_id}`, { payload: terms(dates) })).toMatchObject(fault);
  });

  it('of the terms are refused after the draw, even without entrants', async () => {
    const { _id, startDate, endDate } = await create();
    await draw();
    const change = (parts: object) =>
      send('PUT', `update/${_id}`, { payload: terms({ startDate, endDate, ...parts }) });
    expect(await change({ title: 'Late' })).toMatchObject({ status: 409, code: 'giveaway_frozen' });
    expect(await change({ isActive: false })).toMatchObject({ status: 200, data: { isCompleted: true } });
  });
});

describe('a giveaway entry', () => {
  it('is published once when made and when withdrawn', async () => {
    const [id, other] = [(await create())._id, (await create())._id];
    const player = await app.person();
    for (const giveawayId of [id, id, other]) await enter(giveawayId, player);
    await app.db.run(sql`update players set role = 'ADMIN' where id = ${player.id}`);
    const by = { ...player, token: await app.signIn(player.id) };
    const listPublishedEvents = () =>
      app.db.rows(sql`
      select task.identifier, job.payload ->> 'giveawayId' as giveaway_id
      from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
      where job.payload ->> 'playerId' = ${player.id} and task.identifier like 'giveaway.%' order by job.id`);
    for (const isActive of [false, true]) {
      await send('PUT', `update/${id}`, { by, payload: terms({ isActive }) });
      expect(await listPublishedEvents()).toEqual([
        { identifier: 'giveaway.entered', giveawayId: id },
        { identifier: 'giveaway.entered', giveawayId: other },
        { identifier: 'giveaway.left', giveawayId: id },
      ]);
    }
    // Belongs to no other giveaway.
    const left = await app.db.rows(
      sql`select giveaway_id from giveaway_entries where player_id = ${player.id}`,
    );
    expect(left).toEqual([{ giveawayId: other }]);
  });

  it('stays after the draw, even when its player edits the giveaway later', async () => {
    const { _id, startDate, endDate } = await create();
    const player = await app.person();
    await enter(_id, player);
    await draw();
    await app.db.run(sql`update players set role = 'ADMIN' where id = ${player.id}`);
    const by = { ...player, token: await app.signIn(player.id) };
    const edited = await send('PUT', `update/${_id}`, {
      by,
      payload: terms({ startDate, endDate, isActive: false }),
    });
    expect(edited).toMatchObject({
      status: 200,
      data: { participantCount: 1, prizes: { due: 1, paid: 1, leftOut: 0, isFinished: true } },
    });
  });

  it('needs a verified email address', async () => {
    const player = await app.person();
    await app.db.run(sql`update players set is_verified = false where id = ${player.id}`);
    expect((await enter((await create())._id, player)).code).toBe('giveaway_needs_verified_email');
  });
});

it('prizes above the limit wait for approval and are checked again then', async () => {
  const large = terms({ title: 'Large', prizeAmount: 600 });
  const lists = async (): Promise<Approval[]> =>
    (await app.send(app.second, 'GET', '/approvals?show=waiting')).json().data;
  const created = await send('POST', 'create', { payload: large });
  expect([created.status, created.code]).toEqual([202, 'waits_for_approval']);
  expect((await lists())[0]).toMatchObject({
    kind: 'payout',
    title: 'Create the giveaway “Large”',
    subject: 'giveaway',
    coins: 1200,
    before: null,
    after: large,
  });
  await app.approve(app.second, created.data.approvalId);
  const { id } = await app.db.one<{ id: string }>(sql`select id from giveaways where title = 'Large'`);
  expect((await logOf(id)).map((row) => (row as { action: string }).action)).toEqual(['giveaway.create']);

  const raised = { ...large, title: 'Larger', winnerCount: 3 };
  const edited = await send('PUT', `update/${id}`, { payload: raised });
  expect((await lists())[0]).toMatchObject({
    title: 'Change the giveaway “Large”',
    subject: `giveaway:${id}`,
    coins: 1800,
    before: large,
    after: raised,
  });
  await enter(id, await app.person());
  await app.approve(app.second, edited.data.approvalId);
  expect(await app.statusOf(edited.data.approvalId)).toBe('unfit');
  // Prizes of XP cost no coins.
  expect((await send('POST', 'create', { payload: { ...large, prizeType: 'XP' } })).status).toBe(200);
});

it('a giveaway approved after its end is not created', async () => {
  const ends = (inMs: number) => new Date(app.clock.now().getTime() + inMs).toISOString();
  const times = { startDate: ends(0), endDate: ends(3_600_000) };
  const short = { ...terms({ title: 'Short', prizeAmount: 600 }), ...times };
  const created = await send('POST', 'create', { payload: short });
  const { _id: id } = await create(terms({ title: 'Small' }));
  const shortened = await send('PUT', `update/${id}`, { payload: { ...short, title: 'Shortened' } });
  expect([created.status, shortened.status]).toEqual([202, 202]);
  app.clock.advance(3_600_000);
  const why = 'It would end before it’s approved';
  for (const { data } of [created, shortened]) {
    const told = (await app.approve(app.second, data.approvalId)).json().data;
    expect([told, await app.statusOf(data.approvalId)]).toEqual([{ why }, 'unfit']);
  }
  expect(await app.db.rows(sql`select from giveaways where title in ('Short', 'Shortened')`)).toEqual([]);
});

it('calls are rate limited by caller, and long answers are compressed', { tags: ['long'] }, async () => {
  const { _id: id } = await create();
  for (let n = 0; n < 9; n++) await create(terms({ title: `Drop ${n} ${'x'.repeat(100)}` }));
  const player = await app.person();
  const counted = vi.spyOn(app.app.http.limiter, 'take');
  await enter(id, player);
  await app.call({ url: `/giveaways/${id}/draw` });
  await app.call({ url: `/giveaways/${id}/draw/entrants` });
  expect(counted.mock.calls).toEqual([
    [{ name: 'giveaway-enter', max: 60, windowSeconds: 60, by: 'player' }, player.id],
    [{ name: 'giveaway-draw', max: 60, windowSeconds: 60, by: 'address' }, '127.0.0.1'],
    [{ name: 'giveaway-entrants', max: 20, windowSeconds: 60, by: 'address' }, '127.0.0.1'],
  ]);
  await app.db.run(sql`
    with someone as (
      insert into players (name, email, referral_code)
      select 'Somebody', '', 'CROWD' || n from generate_series(1, 80) n returning id),
    wallet as (
      insert into wallets (player_id, currency) select id, unnest(enum_range(null::currency)) from someone returning player_id)
    insert into giveaway_entries (giveaway_id, player_id, entered_at)
    select ${id}::uuid, id, now() from someone where exists (select from wallet)`);
  await draw();
  for (const [path, by] of [
    ['', app.boss],
    ['/all', app.boss],
    ['/mine', player],
    [`/${id}/participants`, app.boss],
    [`/${id}/draw`, player],
  ] as const) {
    const headers = { 'accept-encoding': 'gzip' };
    const answer = await app.call({ url: `/giveaways${path}`, token: by.token, headers });
    expect([path, answer.headers['content-encoding']]).toEqual([path, 'gzip']);
  }
});
