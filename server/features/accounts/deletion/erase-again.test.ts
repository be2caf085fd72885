// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../tests/support/app.ts';
import { createPlayer } from '../../../../tests/support/factories.ts';
import { scriptedJournal } from '../../../../tests/support/scripted-journal.ts';
import { balances } from '../../../ledger/balances.ts';
import type { Task } from '../../../platform/jobs/outbox.ts';

const { journal, entries, state } = scriptedJournal();
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ journal, config: { deletionGraceMs: 0 } });
});
afterAll(() => app.close());

const nameOf = async (id: string) =>
  (await app.db.one<{ name: string }>(sql`select name from players where id = ${id}`)).name;

/** Does what waits to be written down. */
async function noteDone(): Promise<void> {
  const jobs = await app.db.rows<{ payload: unknown }>(sql`
    select payload from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'note-in-journal' order by j.id`);
  for (const { payload } of jobs) await (app.app.tasks['note-in-journal'] as Task)(payload as never);
}

it('erases nobody who is not written down as erased', async () => {
  const { id } = await createPlayer(app.db, { name: 'Ada Gone' });
  const token = await app.signIn(id);
  const remove = () =>
    app.call({ method: 'POST', url: '/auth/delete-account', token, payload: { confirmation: 'DELETE' } });
  state.isAway = true;
  expect((await remove()).json().code).toBe('unavailable');
  expect(await nameOf(id)).toBe('Ada Gone');
  state.isAway = false;
  expect((await remove()).statusCode).toBe(200);
  const said = { playerId: id, deletedAt: app.clock.now().toISOString() };
  expect(entries).toEqual([{ kind: 'erasing', ...said }]);
  await noteDone();
  expect(entries).toEqual([
    { kind: 'erasing', ...said },
    { kind: 'erased', ...said },
  ]);
});

it('erases again, once, who is known in a restored database, and nobody else', async () => {
  const { id } = await createPlayer(app.db, { name: 'Bob Back', gamerCoins: 70 });
  const token = await app.signIn(id);
  const again = () => app.app.eraseAgain({ playerId: id, deletedAt: new Date(0) });
  expect([await again(), await again()]).toEqual([true, false]);
  expect(await app.app.eraseAgain({ playerId: randomUUID(), deletedAt: new Date(0) })).toBe(false);
  expect(await nameOf(id)).toBe('Deleted player');
  expect((await balances(app.db, id)).gamerCoins).toBe(0);
  expect((await app.call({ url: '/auth/get-profile', token })).statusCode).toBe(401);
  expect(entries).toHaveLength(2);
});
