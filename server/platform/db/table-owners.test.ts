// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { tableOwners } from '../../../db/table-owners.ts';
import { openTestDatabase } from '../../../tests/support/database.ts';

const db = openTestDatabase({ poolSize: 1 });

it('knows the owner of every table and view there is, once', async () => {
  const rows = await db.rows<{ name: string }>(sql`
    select table_name as name from information_schema.tables where table_schema = 'public'`);
  expect(Object.values(tableOwners).flat().toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});
