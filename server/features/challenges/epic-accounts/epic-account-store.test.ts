// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { insertAttempt, openAttemptRows } from '../../../../tests/support/attempt-rows.ts';
import { createTwoPlayers } from '../../../../tests/support/factories.ts';
import { forgetEpicAccount } from './epic-account-store.ts';

const db = openAttemptRows();

it('takes a name out of the decided attempts of one player, and of nobody else', async () => {
  const [leaving, other] = await createTwoPlayers(db);
  const decided = await insertAttempt(db, leaving);
  const running = await insertAttempt(db, leaving, { status: 'PENDING', epicAccountKey: 'key-1' });
  const others = await insertAttempt(db, other, { epicAccountKey: 'key-2' });
  await db.transaction((tx) => forgetEpicAccount(tx, leaving));
  const rows = await db.rows<{ id: string; name: string; key: string }>(
    sql`select id, epic_name as name, epic_account_key as key from attempts`,
  );
  const byId = new Map(rows.map(({ id, ...row }) => [id, row]));
  expect(byId.get(decided)).toEqual({ name: 'Deleted', key: `deleted:${decided}` });
  expect(byId.get(running)).toEqual({ name: 'epic', key: 'key-1' });
  expect(byId.get(others)).toEqual({ name: 'epic', key: 'key-2' });
});
