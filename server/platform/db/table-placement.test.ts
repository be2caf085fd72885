// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { byPlayer, byPlayerLater, everywhere, onFirst } from '../../../db/table-placement.ts';
import { openTestDatabase } from '../../../tests/support/database.ts';

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

it('has a place for each table, and no other', async () => {
  const placed = [...Object.keys(byPlayer), ...Object.keys(byPlayerLater), ...everywhere, ...onFirst];
  expect(placed.sort()).toEqual((await readTables()).map(({ name }) => name));
});

it('has the player in each unique key of a table that is spread, or says what is planned', async () => {
  const tables = await readTables();
  const keysOf = (name: string) => tables.find((table) => table.name === name)?.keys ?? [[]];
  const isSpread = (name: string, column: string) => keysOf(name).every((key) => key.includes(column));
  const lacking = Object.entries(byPlayer).filter(([name, column]) => !isSpread(name, column));
  expect(lacking).toEqual([]);
  // A plan that was carried out is no plan any more.
  expect(Object.keys(byPlayerLater).filter((name) => isSpread(name, 'player_id'))).toEqual([]);
  for (const { since, plan } of Object.values(byPlayerLater)) {
    expect(since).toMatch(/^20\d\d-\d\d-\d\d$/);
    expect(plan.length).toBeGreaterThan(20);
  }
});
