// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { permissions } from '../../../contract/permissions.ts';
import { type SavedView, viewLimits } from '../../../contract/saved-views.ts';
import { type Person, startAdminTest } from '../../../tests/support/admin.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { readViews } from './read-views.ts';

const app = openForTests(startAdminTest);

const sample = { list: 'users', name: 'Suspended', query: 'suspended=true', isShared: false };

function save({ token }: Person, view: object = {}, key: string = randomUUID()) {
  return app.call({ method: 'POST', url: '/saved-views', token, key, payload: { ...sample, ...view } });
}
function change({ token }: Person, id: string, view: object) {
  const { list: _, ...payload } = { ...sample, ...view };
  return app.call({ method: 'PUT', url: `/saved-views/${id}`, token, payload });
}
const remove = ({ token }: Person, id: string) =>
  app.call({ method: 'DELETE', url: `/saved-views/${id}`, token });
async function read({ token }: Person): Promise<SavedView[]> {
  return (await app.call({ url: '/saved-views', token })).json().data;
}
const names = async (person: Person) => (await read(person)).map(({ name }) => name);
const codeOf = (answer: { json: () => { code?: string } }) => answer.json().code;
const logOf = (id: string) =>
  app.db.rows(sql`
    select actor_id, action, before, after from admin_changes where subject = ${`saved-view:${id}`} order by id`);

it('stores a view for its owner until they delete it', async () => {
  const [ada, bob] = [await app.person({ role: 'ADMIN' }), await app.person({ role: 'ADMIN' })];
  const saved = await save(ada, { name: '  Suspended ' });
  expect([saved.statusCode, saved.json().message]).toEqual([200, 'View saved']);
  const { _id } = saved.json().data;
  expect(await read(ada)).toMatchObject([{ ...sample, _id, isOwn: true, owner: '' }]);
  expect(await read(bob)).toEqual([]);

  expect((await change(ada, _id, { name: 'Newest', query: 'sort=name' })).statusCode).toBe(200);
  expect(await read(ada)).toMatchObject([{ _id, name: 'Newest', query: 'sort=name' }]);
  for (const answer of [await change(bob, _id, { name: 'Taken over' }), await remove(bob, _id)])
    expect([answer.statusCode, codeOf(answer)]).toEqual([404, 'not_found']);

  expect((await remove(ada, _id)).statusCode).toBe(200);
  expect(codeOf(await remove(ada, _id))).toBe('not_found');
  expect(await read(ada)).toEqual([]);
  // Private views are not recorded in the audit log.
  expect(await logOf(_id)).toEqual([]);
});

it('looks up nobody when no view is shared', async () => {
  const ada = await app.person({ role: 'ADMIN' });
  const { _id } = (await save(ada)).json().data;
  const asked: (readonly string[])[] = [];
  const ask = async (_: unknown, playerIds: readonly string[]) => {
    asked.push(playerIds);
    return new Map();
  };
  const views = await readViews(
    { playerId: ada.id, rights: new Set(permissions) },
    { db: app.db, getContacts: ask, readRights: ask },
  );
  expect(views).toMatchObject([{ _id, isOwn: true, owner: '' }]);
  expect(asked).toEqual([]);
});

it('shows shared views to other administrators read-only, and logs each change of a shared view', async () => {
  const ada = await app.person({ role: 'ADMIN', name: 'Ada' });
  const [bob, helper] = [await app.person({ role: 'ADMIN' }), await app.holding('coins:read')];
  const { _id } = (await save(ada, { name: 'For all', isShared: true })).json().data;
  expect(await read(bob)).toMatchObject([{ _id, name: 'For all', isOwn: false, owner: 'Ada' }]);
  // Without the right to see the list, its views are invisible too.
  expect(await read(helper)).toEqual([]);
  for (const answer of [await change(bob, _id, { name: 'Mine now' }), await remove(bob, _id)])
    expect([answer.statusCode, codeOf(answer)]).toEqual([403, 'forbidden']);
  expect(codeOf(await remove(helper, _id))).toBe('not_found');

  await change(ada, _id, { name: 'For me', isShared: false });
  await change(ada, _id, { name: 'In private', isShared: false });
  expect(await read(bob)).toEqual([]);
  await change(ada, _id, { name: 'Again', isShared: true });
  await remove(ada, _id);
  const part = { list: 'users', query: 'suspended=true' };
  expect(await logOf(_id)).toEqual([
    { actorId: ada.id, action: 'saved-view.share', before: null, after: { ...part, name: 'For all' } },
    { actorId: ada.id, action: 'saved-view.update', before: { ...part, name: 'For all' }, after: null },
    { actorId: ada.id, action: 'saved-view.update', before: null, after: { ...part, name: 'Again' } },
    { actorId: ada.id, action: 'saved-view.delete', before: { ...part, name: 'Again' }, after: null },
  ]);
});

it('checks the current rights of owner and reader on each use', async () => {
  const [ada, bob] = [await app.person({ role: 'ADMIN' }), await app.person({ role: 'ADMIN' })];
  const { _id } = (await save(ada, { name: 'Before', isShared: true })).json().data;
  const setRole = ({ id }: Person, role: string) =>
    app.db.run(sql`update players set role = ${role} where id = ${id}`);

  await setRole(ada, 'USER');
  await expect.poll(() => names(bob)).toEqual([]);
  await expect.poll(() => names(ada)).toEqual([]);
  expect(codeOf(await save(ada, { name: 'After' }))).toBe('forbidden');
  expect(codeOf(await change(ada, _id, { name: 'After' }))).toBe('not_found');

  await setRole(ada, 'ADMIN');
  await expect.poll(() => names(ada)).toEqual(['Before']);
  expect(await names(bob)).toEqual(['Before']);
  await app.db.run(sql`update players set suspended_at = now() where id = ${ada.id}`);
  expect(await names(bob)).toEqual([]);
  await app.db.run(sql`update players set suspended_at = null where id = ${ada.id}`);
  expect(await names(bob)).toEqual(['Before']);

  await setRole(bob, 'USER');
  await expect.poll(() => names(bob)).toEqual([]);
  await remove(ada, _id);
});

it('refuses signed-out callers, and callers without the right to any list', async () => {
  const player = await app.person();
  expect(await read(player)).toEqual([]);
  expect(codeOf(await save(player))).toBe('forbidden');
  for (const [method, url] of [
    ['GET', '/saved-views'],
    ['POST', '/saved-views'],
    ['PUT', `/saved-views/${randomUUID()}`],
    ['DELETE', `/saved-views/${randomUUID()}`],
  ] as const)
    expect((await app.call({ method, url })).json().code).toBe('not_signed_in');
});

it('stores only parameters that the list itself accepts', async () => {
  const ada = await app.person({ role: 'ADMIN' });
  for (const query of [
    'page=3',
    'next=https://evil.test',
    'search=a&search=b',
    '__proto__=x',
    `search=${'x'.repeat(viewLimits.value + 1)}`,
    'search=%00',
    'view=attempts',
  ])
    expect([query, codeOf(await save(ada, { query }))]).toEqual([query, 'view_unfit']);
  for (const bad of [
    { query: 'x'.repeat(2_501) },
    { name: ' ' },
    { name: 'x'.repeat(viewLimits.name + 1) },
    { name: 'two\nlines' },
    { list: 'constructor' },
    { isShared: 'yes' },
  ])
    expect([bad, codeOf(await save(ada, bad))]).toEqual([bad, 'invalid_request']);
  // Stored in one spelling, however it was sent.
  const odd = await save(ada, { query: '?order=asc&search=a%20b&sort=name&role=' });
  expect(odd.json().data.query).toBe('search=a+b&sort=name&order=asc');
});

it('allows a name once per list, ignoring case, also under concurrency', async () => {
  const [ada, bob] = [await app.person({ role: 'ADMIN' }), await app.person({ role: 'ADMIN' })];
  const both = await Promise.all([save(ada, { name: 'Twice' }), save(ada, { name: 'TWICE' })]);
  expect(both.map(codeOf).sort()).toEqual(['view_exists', undefined].sort());
  expect((await save(ada, { list: 'roles', name: 'Twice', query: '' })).statusCode).toBe(200);
  expect((await save(bob, { name: 'Twice' })).statusCode).toBe(200);
  const { _id } = (await save(ada, { name: 'Other' })).json().data;
  expect(codeOf(await change(ada, _id, { name: 'twice' }))).toBe('view_exists');
});

it('replays a repeated call, and refuses an edit of an outdated view', async () => {
  const ada = await app.person({ role: 'ADMIN' });
  const key = randomUUID();
  const answers = await Promise.all([save(ada, {}, key), save(ada, {}, key)]);
  const [{ _id }, again] = answers.map((answer) => answer.json().data);
  expect(again._id).toBe(_id);
  expect(await read(ada)).toHaveLength(1);
  expect(codeOf(await save(ada, { name: 'Else' }, key))).toBe('idempotency_key_reused');

  await change(ada, _id, { name: 'First' });
  const late = await change(ada, _id, { name: 'Second', loaded: sample });
  expect([late.statusCode, codeOf(late)]).toEqual([409, 'changed_meanwhile']);
});

it('allows 50 views per person under concurrency, and deletes them with the account', async () => {
  const ada = await app.person({ role: 'ADMIN' });
  await app.db.run(sql`
    insert into saved_views (owner_id, list, name, query, is_shared, created_at)
    select ${ada.id}, 'users', 'View ' || n, '', true, now() from generate_series(1, ${viewLimits.views - 1}) n`);
  const answers = await Promise.all(['A', 'B', 'C', 'D'].map((name) => save(ada, { name })));
  expect(answers.map(codeOf).filter((code) => code === 'too_many_views')).toHaveLength(3);
  expect(await read(ada)).toHaveLength(viewLimits.views);

  const gone = await app.call({
    method: 'POST',
    url: '/auth/delete-account',
    token: ada.token,
    payload: { confirmation: 'DELETE' },
  });
  expect(gone.statusCode).toBe(200);
  expect(await app.db.rows(sql`select from saved_views where owner_id = ${ada.id}`)).toEqual([]);
});
