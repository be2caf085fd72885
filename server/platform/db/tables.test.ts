// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';

import { openTestDatabase } from '../../../tests/support/database.ts';
import { findTablesAt, tables } from '../../tables.ts';

const db = openTestDatabase({ poolSize: 1 });

const readTables = () =>
  db.rows<{ name: string; keys: string[][] | null }>(sql`
    select c.relname as name, (
      select jsonb_agg((
        select jsonb_agg(coalesce(a.attname, '(expression)'))
        from unnest(i.indkey) at (number)
        left join pg_attribute a on a.attrelid = c.oid and a.attnum = at.number and a.attnum > 0))
      from pg_index i where i.indrelid = c.oid and i.indisunique) as keys
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by 1`);

it('knows every table and view there is, once', async () => {
  const rows = await db.rows<{ name: string }>(sql`
    select table_name as name from information_schema.tables where table_schema = 'public'`);
  const known = Object.values(tables).flatMap((owned) => Object.keys(owned));
  expect(known.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

it('places every table, and no view', async () => {
  const views = findTablesAt('view');
  const known = Object.values(tables).flatMap((owned) => Object.keys(owned));
  const placed = known.filter((name) => !views.has(name)).sort();
  expect(placed).toEqual((await readTables()).map(({ name }) => name));
});

it('has the player in each unique key of a table that is spread, or says what is planned', async () => {
  const catalogue = await readTables();
  const keysOf = (name: string) => catalogue.find((table) => table.name === name)?.keys ?? [[]];
  const isSpread = (name: string, column: string) => keysOf(name).every((key) => key.includes(column));
  const lacking = [...findTablesAt('player')].filter(([name, { column }]) => !isSpread(name, column));
  expect(lacking).toEqual([]);
  // A plan that has been carried out must go.
  const later = findTablesAt('player-later');
  expect([...later.keys()].filter((name) => isSpread(name, 'player_id'))).toEqual([]);
  for (const { since, plan, parent } of later.values()) {
    expect(since).toMatch(/^20\d\d-\d\d-\d\d$/);
    expect(plan.length).toBeGreaterThan(20);
    expect(plan).not.toContain('  ');
    if (parent !== undefined) expect([...later.keys(), ...findTablesAt('player').keys()]).toContain(parent);
  }
});
