// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, expect, it } from 'vitest';
import type { AdminAttempt } from '../../../contract/challenges-admin.ts';
import { listIn } from '../../../tests/support/app.ts';
import { type Player, startChallengesTest } from '../../../tests/support/challenges.ts';
import { goToMorning } from '../../../tests/support/clock.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';

const challenges = openForTests(startChallengesTest);
let admin: Player;
beforeAll(async () => {
  // Entries are counted per day, so the clock must not pass midnight.
  goToMorning(challenges.test.clock);
  admin = await challenges.player({ role: 'ADMIN' });
});

const variant = { entryFeeGC: 10, rewardGC: 40, requiredPlacement: 10, requiredKills: 2 };
const form = { description: 'Made by hand', isActive: true, challengeVariants: [variant] };

async function send(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  { payload, key = randomUUID(), as = admin }: { payload?: object; key?: string; as?: Player } = {},
) {
  const url = `/challenge/${path}`;
  const { call } = challenges.test;
  const answer = await call({ method, url, token: as.token, key, ...(payload && { payload }) });
  return { status: answer.statusCode, ...answer.json() };
}
const create = (changed: object = {}, key?: string) =>
  send('POST', 'create', { payload: { ...form, ...changed }, ...(key && { key }) });
const toEstimate = async (payload: object = variant) => (await send('POST', 'estimate', { payload })).data;

it('creates a challenge once per key, and derives the type of a variant from its terms', async () => {
  const key = randomUUID();
  const made = await create({}, key);
  expect(made).toMatchObject({ status: 200, message: 'Created successfully' });
  expect(made.data.challengeVariants).toMatchObject([{ ...variant, challengeType: 'TOP10_2KILL_SOLO' }]);
  expect((await create({}, key)).data._id).toBe(made.data._id);
});

it.each([
  ['challengeVariants.0.requiredPlacement', { challengeVariants: [{ ...variant, requiredPlacement: 5 }] }],
  ['challengeVariants.0.requiredKills', { challengeVariants: [{ ...variant, requiredKills: -1 }] }],
  ['challengeVariants.0.rewardGC', { challengeVariants: [{ ...variant, rewardGC: 0 }] }],
  ['challengeVariants.1.requiredKills', { challengeVariants: [variant, { ...variant, rewardGC: 9 }] }],
  ['challengeVariants', { challengeVariants: [] }],
  ['description', { description: ' ' }],
  // This game isn't configured here, so players wouldn't see its challenges.
  ['game', { game: 'pubg' }],
])('refuses unprovable or ambiguous terms, at %s', async (path, changed) => {
  const refused = await create(changed);
  expect(refused.status).toBe(400);
  expect(refused.data.issues).toMatchObject([{ path }]);
});

it("refuses another game for a challenge, and terms that its game doesn't have", async () => {
  const { _id } = (await create({ game: 'fortnite' })).data;
  const update = (changed: object) => send('PUT', `update/${_id}`, { payload: { ...form, ...changed } });
  expect(await update({ game: 'fortnite' })).toMatchObject({ status: 200, data: { game: 'fortnite' } });
  const other = await update({ game: 'pubg' });
  expect(other).toMatchObject({ status: 400, code: 'invalid_request', data: { issues: [{ path: 'game' }] } });
  expect(other.message).toContain('This is a Fortnite challenge');
  const refused = await update({ description: 'Not kept', terms: { mode: 'duo', countsBots: true } });
  expect(refused).toMatchObject({ status: 400, data: { issues: [{ path: 'terms' }] } });
  expect((await send('GET', 'all')).data).toContainEqual(
    expect.objectContaining({ _id, game: 'fortnite', description: form.description }),
  );
  const { db } = challenges.test;
  const terms = { mode: 'squad', countsBots: false };
  await db.run(sql`update challenges set game = 'pubg', terms = ${JSON.stringify(terms)} where id = ${_id}`);
  expect(await update({ game: 'pubg', terms })).toMatchObject({ status: 200, data: { terms } });
  expect(await update({ terms: { ...terms, mode: 'duo' } })).toMatchObject({
    data: { terms: { mode: 'duo' } },
  });
  expect((await update({ game: 'fortnite' })).data.issues).toMatchObject([{ path: 'game' }]);
});

it('changes terms for later entries only, and hides deleted challenges from lists', async () => {
  const { data: made } = await create();
  const [{ _id: variantId, challengeType }] = made.challengeVariants;
  const player = await challenges.player();
  const { attemptId } = await challenges.enter(player, { challengeId: made._id, challengeType });
  const dearer = { ...variant, entryFeeGC: 99, rewardGC: 100 };
  const other = { ...variant, requiredKills: 7 };
  const changed = await send('PUT', `update/${made._id}`, {
    payload: { ...form, description: 'Changed', challengeVariants: [other, dearer] },
  });
  expect(changed).toMatchObject({ message: 'Updated successfully', data: { running: 1, attempts: 1 } });
  expect(changed.data.challengeVariants).toMatchObject([
    { requiredKills: 7 },
    { _id: variantId, rewardGC: 100 },
  ]);
  const entered = await challenges.attempt(player, attemptId);
  expect(entered.challenge).toMatchObject({
    description: 'Made by hand',
    challengeVariants: [{ rewardGC: 40 }],
  });
  const closed = await send('PATCH', `${made._id}/active`, { payload: { isActive: false } });
  expect(closed.data).toMatchObject({ isActive: false, challengeVariants: [{}, {}] });
  expect(await send('DELETE', `delete/${made._id}`)).toMatchObject({ message: 'Deleted successfully' });
  for (const again of [
    send('DELETE', `delete/${made._id}`),
    send('PUT', `update/${made._id}`, { payload: form }),
    send('PATCH', `${made._id}/active`, { payload: { isActive: true } }),
  ]) {
    expect(await again).toMatchObject({ status: 404 });
  }
  expect(JSON.stringify((await send('GET', 'all')).data)).not.toContain(made._id);
  expect(JSON.stringify((await send('GET', 'get-all', { as: player })).data)).not.toContain(made._id);
  expect(await challenges.attempt(player, attemptId)).toMatchObject({ status: 'PENDING' });
  const log = await challenges.test.db.rows<{ action: string }>(sql`
    select action from admin_changes where subject = ${`challenge:${made._id}`} order by id`);
  const actions = ['create', 'change', 'change', 'delete'];
  expect(log.map(({ action }) => action)).toEqual(actions.map((name) => `challenge.${name}`));
});

it('answers a repeated deletion with the same message', async () => {
  const { data: made } = await send('POST', 'create', { payload: form });
  const key = randomUUID();
  for (const _ of [1, 2]) {
    const deleted = await send('DELETE', `delete/${made._id}`, { key });
    expect(deleted).toMatchObject({ message: 'Deleted successfully' });
  }
});

it('filters practice attempts and paid attempts', async () => {
  const name = 'Ida Trier';
  const { attemptId: practice } = await challenges.enter(await challenges.player({ name }), {
    isPractice: true,
  });
  const { attemptId: entry } = await challenges.enter(await challenges.player({ name }));
  const found = async (query: string) =>
    listIn<{ list: AdminAttempt[] }>(await send('GET', `attempts?search=ida%20t${query}`)).list.map(
      ({ _id }) => _id,
    );
  expect(await found('&isPractice=true')).toEqual([practice]);
  expect(await found('&isPractice=false')).toEqual([entry]);
  expect(await found('')).toEqual([entry, practice]);
  expect(await found('&isPractice=true&status=FAILED')).toEqual([]);
  expect(await send('GET', 'attempts?isPractice=maybe')).toMatchObject({ status: 400 });
});

it('filters attempts by Epic name, player, status and running state', async () => {
  const player = await challenges.player({ name: 'Grace Seeker' });
  const { attemptId } = await challenges.enter(player, { epicId: 'epic-NeedleName' });
  const found = async (query: string) =>
    listIn<{ list: AdminAttempt[]; total: number }>(await send('GET', `attempts?${query}`));
  for (const query of ['search=needlename', 'search=grace%20s', 'search=grace%20s&status=PENDING']) {
    expect(await found(query)).toMatchObject({
      total: 1,
      isEstimate: false,
      list: [{ _id: attemptId, user: { _id: player.id, name: 'Grace Seeker' } }],
    });
  }
  expect(await found('search=grace%20s&status=FAILED')).toMatchObject({ total: 0, list: [] });
  expect((await found('pageSize=1')).list).toMatchObject([{ _id: attemptId }]);
  for (const status of ['PENDING', 'IN_PROGRESS', 'WAITING_RECHECK']) {
    await challenges.test.db.run(sql`update attempts set status = ${status} where id = ${attemptId}`);
    expect(await found('search=grace%20s&status=RUNNING')).toMatchObject({ total: 1, list: [{ status }] });
  }
  const voided = await send('POST', `attempts/${attemptId}/void`, { payload: { reason: 'Is over' } });
  expect(voided.status).toBe(200);
  expect(await found('search=grace%20s&status=RUNNING')).toMatchObject({ total: 0, list: [] });
  expect(await send('GET', 'attempts?status=OVER')).toMatchObject({ status: 400 });
});

it('pages through attempts in both directions, with their players', async () => {
  const email = 'ada.pages@player.test';
  const player = await challenges.player({ name: 'Ada Pages', email, gamerCoins: 5_000 });
  const ids: string[] = [];
  for (let round = 0; round < 3; round++) {
    const { attemptId } = await challenges.enter(player, { epicId: 'Pager' });
    await challenges.playLater(attemptId, 'pager');
    ids.push(attemptId);
  }
  const page = async (query: string) =>
    listIn<{ list: AdminAttempt[]; total: number }>(
      await send('GET', `attempts?search=ada%20pages&${query}`),
    );
  const own = await challenges.attempt(player, ids[2] as string);
  const first = await page('pageSize=1');
  const user = { _id: player.id, name: 'Ada Pages', email };
  expect(first).toEqual({ list: [{ ...own, user }], total: 3, isEstimate: false });
  const idsOf = async (query: string) => (await page(query)).list.map(({ _id }) => _id);
  expect(await idsOf('pageSize=2')).toEqual([ids[2], ids[1]]);
  expect(await idsOf('pageSize=2&page=2')).toEqual([ids[0]]);
  expect(await idsOf('pageSize=2&order=asc')).toEqual([ids[0], ids[1]]);
  expect(await idsOf('pageSize=2&order=asc&page=2')).toEqual([ids[2]]);
  expect(await idsOf('status=SUCCESS')).toEqual(ids.toReversed());
});

it('pages through attempts by state in either order, with or without practice', {
  tags: ['long'],
}, async () => {
  const { db } = challenges.test;
  for (const [n, status] of [
    'PENDING',
    'IN_PROGRESS',
    'WAITING_RECHECK',
    'PENDING',
    'IN_PROGRESS',
  ].entries()) {
    const player = await challenges.player();
    const { attemptId } = await challenges.enter(player, { isPractice: n % 2 === 1 });
    await db.run(sql`update attempts set status = ${status} where id = ${attemptId}`);
  }
  const all = await db.rows<{ id: string; status: string; isPractice: boolean; isRunning: boolean }>(sql`
    select id, status, is_practice, completed_at is null as is_running from attempts order by id`);
  const listed = async (query: string): Promise<string[]> => {
    const ids: string[] = [];
    for (let page = 1; ; page++) {
      const { list, total } = listIn<{ list: AdminAttempt[]; total: number }>(
        await send('GET', `attempts?pageSize=2&page=${page}&${query}`),
      );
      ids.push(...list.map(({ _id }) => _id));
      if (list.length < 2 || ids.length === total) return ids;
    }
  };
  for (const status of ['RUNNING', 'PENDING', 'IN_PROGRESS', 'SUCCESS', 'CANCELLED']) {
    for (const practice of ['', '&isPractice=true', '&isPractice=false']) {
      const wanted = all
        .filter((one) => (status === 'RUNNING' ? one.isRunning : one.status === status))
        .filter(({ isPractice }) => practice === '' || practice.endsWith(String(isPractice)))
        .map(({ id }) => id);
      const query = `status=${status}${practice}`;
      expect(await listed(`${query}&order=asc`), query).toEqual(wanted);
      expect(await listed(query), query).toEqual(wanted.toReversed());
    }
  }
  expect(all.filter(({ isRunning }) => isRunning).length).toBeGreaterThan(4);
});

it('estimates the win rate from results and the demand from entries', async () => {
  const before = await toEstimate();
  expect(before.sampleSize).toBeGreaterThan(0);
  const player = await challenges.player();
  const { attemptId } = await challenges.enter(player);
  const after = await toEstimate();
  expect(after.sampleSize).toBe(before.sampleSize + 1);
  await challenges.test.db.run(sql`alter table attempt_readings disable trigger user`);
  await challenges.test.db.run(sql`
    update attempt_readings set matches = 100, top10 = 100, kills = 9900 where attempt_id = ${attemptId} and number = 0`);
  await challenges.test.db.run(sql`alter table attempt_readings enable trigger user`);
  const moved = await toEstimate();
  const rows = after.sampleSize;
  expect(moved.winRate).toBeGreaterThan(after.winRate);
  expect((await toEstimate({ ...variant, requiredKills: 90 })).winRate).toBeLessThan(moved.winRate);
  expect(moved.winRate).toBeLessThanOrEqual(((rows - 1) * 1 + 0.99 ** 2) / rows);
  const { winRate, entriesPerDay, payoutPerDay } = moved;
  expect(payoutPerDay).toBeCloseTo(entriesPerDay * (winRate * 40 - 10), 9);
  expect(moved).toMatchObject({ entriesPerDay: 1 / 30, worstCasePerDay: 30 });
  await challenges.test.db.run(sql`
    update attempts set required_placement = 10, required_kills = 2 where id = ${attemptId}`);
  expect(await toEstimate()).toMatchObject({ entriesPerDay: 2 / 30, worstCasePerDay: 60 });
});
