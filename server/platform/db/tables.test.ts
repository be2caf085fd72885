// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { tablesForProofs, viewsForOthers } from '../../../db/tables.ts';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { tables } from '../../tables.ts';

const db = openTestDatabase({ poolSize: 1 });

const readNames = async (type: 'BASE TABLE' | 'VIEW') => {
  const rows = await db.rows<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = ${type}`);
  return rows.map(({ name }) => name);
};

it('lists every table and view once', async () => {
  const all = [...(await readNames('BASE TABLE')), ...(await readNames('VIEW'))];
  expect(Object.values(tables).flat().toSorted()).toEqual(all.toSorted());
});

it('shows other owners only views, and proofs the tables', async () => {
  expect(await readNames('VIEW')).toEqual(expect.arrayContaining(Object.keys(viewsForOthers)));
  expect(await readNames('BASE TABLE')).toEqual(expect.arrayContaining([...tablesForProofs]));
});
