// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import { recordAdminChange } from './admin-changes.ts';
import { forgetPerson } from './forget-person.ts';

const db = openTestDatabase();

it.each([
  ['first set', null, { region: 'FR', role: 'USER' }, null, { role: 'USER' }],
  ['removed', { name: 'Ada', role: 'USER' }, null, { role: 'USER' }, null],
  ['changed', { email: 'a@b.test' }, { email: 'c@d.test', xp: 1 }, {}, { xp: 1 }],
  ['not an object', 'name', { handle: 'ADA' }, 'name', {}],
])('clears personal data from a change whose fields were %s', async (_what, before, after, kept, left) => {
  const { id } = await createPlayer(db);
  const subject = `user:${id}`;
  await db.transaction((tx) =>
    recordAdminChange(tx, { actorId: id, action: 'user.x', subject, before, after }),
  );
  await db.transaction((tx) => forgetPerson(tx, id, ['name', 'handle', 'email', 'region']));
  const row = await db.row(sql`select before, after from admin_changes where subject = ${subject}`);
  expect(row).toEqual({ before: kept, after: left });
});

it('keeps the log append-only except for removed personal data', async () => {
  const { id } = await createPlayer(db);
  const change = (statement: string) => db.pool.query(statement, [`user:${id}`]);
  await db.transaction((tx) =>
    recordAdminChange(tx, {
      actorId: id,
      action: 'x',
      subject: `user:${id}`,
      before: { name: 'A', role: 'USER' },
      after: null,
      reason: 'r',
    }),
  );
  for (const statement of [
    "update admin_changes set reason = 'other' where subject = $1",
    'update admin_changes set before = before || \'{"role": "ADMIN"}\' where subject = $1',
    'update admin_changes set before = before || \'{"new": 1}\' where subject = $1',
    'delete from admin_changes where subject = $1',
  ]) {
    await expect(change(statement), statement).rejects.toThrow(/append-only/);
  }
  await change("update admin_changes set before = before - 'name' where subject = $1");
});
