// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { type Person, startAdminTest } from '../../../tests/support/admin.ts';
import { meanwhile } from '../../../tests/support/meanwhile.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import type { Task } from '../../platform/jobs/outbox.ts';
import { lockGiveaway } from './giveaway-store.ts';

const app = openForTests(startAdminTest);

const inHours = (hours: number) => new Date(app.clock.now().getTime() + hours * 3_600_000).toISOString();
const terms = () => ({
  title: 'Drop',
  prizeType: 'GC',
  prizeAmount: 50,
  winnerCount: 5,
  startDate: inHours(0),
  endDate: inHours(2),
});
async function send(method: 'POST' | 'PUT', url: string, { token }: Person, payload: object = {}) {
  const answer = await app.call({ method, url: `/giveaways/${url}`, token, key: randomUUID(), payload });
  return { status: answer.statusCode, ...answer.json() };
}
const make = async (by: Person, given: object = terms()): Promise<string> =>
  (await send('POST', 'create', by, given)).data._id;
const demote = ({ id }: Person) => app.db.run(sql`update players set role = 'USER' where id = ${id}`);
const enter = (giveaway: string, by: Person) => send('POST', `${giveaway}/enter`, by);

it('nobody can enter a giveaway they made or edited, even after losing their role', async () => {
  const [maker, editor] = [await app.person({ role: 'ADMIN' }), await app.person({ role: 'ADMIN' })];
  const given = terms();
  const giveaway = await make(maker, given);
  await send('PUT', `update/${giveaway}`, editor, { ...given, title: 'Better drop' });
  await Promise.all([demote(maker), demote(editor)]);
  for (const person of [maker, editor]) {
    const { status, code } = await enter(giveaway, { ...person, token: await app.signIn(person.id) });
    expect([status, code]).toEqual([403, 'giveaway_not_for_administrators']);
  }
  expect((await enter(giveaway, await app.person())).status).toBe(200);
});

it('an entry made before an edit is withdrawn, and the draw runs without it', async () => {
  const given = terms();
  const giveaway = await make(await app.person({ role: 'SUPER_ADMIN' }), given);
  const [later, player] = [await app.person(), await app.person()];
  for (const person of [later, player]) expect((await enter(giveaway, person)).status).toBe(200);
  await app.db.run(sql`update players set role = 'ADMIN' where id = ${later.id}`);
  const edited = await send(
    'PUT',
    `update/${giveaway}`,
    { ...later, token: await app.signIn(later.id) },
    { ...given, isActive: false },
  );
  expect([edited.status, edited.data.participantCount]).toEqual([200, 1]);
  app.clock.advance(3 * 3_600_000);
  await (app.app.tasks['draw-giveaways'] as Task)({} as never);
  expect([await app.coins(later), await app.coins(player)]).toEqual([0, 50]);
});

it('an entry stays when its player saves the giveaway unchanged', async () => {
  const given = terms();
  const giveaway = await make(await app.person({ role: 'SUPER_ADMIN' }), given);
  const later = await app.person();
  expect((await enter(giveaway, later)).status).toBe(200);
  await app.db.run(sql`update players set role = 'ADMIN' where id = ${later.id}`);
  const token = await app.signIn(later.id);
  const saved = await send('PUT', `update/${giveaway}`, { ...later, token }, given);
  expect([saved.status, saved.data.participantCount]).toEqual([200, 1]);
});

it('an entry waits for a concurrent edit by its player', async () => {
  const giveaway = await make(await app.person({ role: 'SUPER_ADMIN' }));
  const player = await app.person();
  const { status } = await meanwhile(
    app.db,
    async (tx) => {
      await lockGiveaway(tx, giveaway);
      await tx.run(sql`select record_editor(${`giveaway:${giveaway}`}, ${player.id}, now())`);
    },
    () => enter(giveaway, player),
  );
  expect(status).toBe(403);
});

it('an entry is refused when its player becomes an administrator concurrently', async () => {
  const giveaway = await make(await app.person({ role: 'SUPER_ADMIN' }));
  const player = await app.person();
  const { code } = await meanwhile(
    app.db,
    (tx) => tx.run(sql`update players set role = 'ADMIN' where id = ${player.id}`),
    () => enter(giveaway, player),
  );
  expect(code).toBe('giveaway_not_for_administrators');
});
