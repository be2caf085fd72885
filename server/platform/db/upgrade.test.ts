// SPDX-License-Identifier: Apache-2.0

import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readCatalogue } from '../../../tests/support/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { createEarlierDatabase } from '../../../tests/support/earlier-database.ts';
import { readBaseline } from './baseline.ts';
import { readFunctions } from './functions.ts';
import { applyOutside, lastBefore, migrate, readMigrations } from './migrate.ts';

let test: TestDatabase;
let client: pg.Client;
const connect = async (url: string) => {
  const connected = new pg.Client({ connectionString: url });
  await connected.connect();
  return connected;
};
beforeEach(async () => {
  test = await createTestDatabase();
  client = await connect(test.url);
});
afterEach(async () => {
  await client?.end();
  await test?.drop();
});

it('numbers each migration uniquely, with none from an earlier release', async () => {
  const names = (await readMigrations()).map(({ name }) => name);
  const numbers = names.map((name) => Number(name.slice(0, 4)));
  expect(numbers).toEqual([...new Set(numbers)]);
  expect(names.every((name) => name > lastBefore)).toBe(true);
  expect(names).toEqual(expect.arrayContaining([...(await readBaseline()).contains]));
});

it('upgrades a database to the schema of a new one', { tags: ['long'] }, async () => {
  const earlier = await createEarlierDatabase();
  const upgraded = await connect(earlier.url);
  try {
    const applied = await migrate(earlier.url);
    expect(applied).toEqual((await readMigrations()).map(({ name }) => name));
    const expected = await readCatalogue(client);
    expect(expected.length).toBeGreaterThan(1_000);
    expect(await readCatalogue(upgraded)).toEqual(expected);

    // The comparison notices such a difference.
    await upgraded.query('alter table seal_leaves drop constraint seal_leaves_transfer');
    const differing = new Set(expected).difference(new Set(await readCatalogue(upgraded)));
    expect([...differing]).toEqual([
      'constraint seal_leaves seal_leaves_transfer: UNIQUE (transfer_id)',
      'index CREATE UNIQUE INDEX seal_leaves_transfer ON public.seal_leaves USING btree (transfer_id)',
    ]);
  } finally {
    await upgraded.end();
    await earlier.drop();
  }
});

it("keeps earlier transfers above today's limit", { tags: ['long'] }, async () => {
  const player = '00000000-0000-7000-8000-000000000001';
  const earlier = await createEarlierDatabase(`
    insert into players (id, name, email, referral_code) values ('${player}', 'Ada', 'ada@player.test', 'AAAAAAAA');
    insert into wallets (player_id, currency, balance) values ('${player}', 'GC', 2000000000000);
    alter table transfers drop constraint transfers_amount_range;
    insert into transfers (amount, currency, type, debit_house, credit_player_id, reference, description, idempotency_key)
    values (2000000000000, 'GC', 'admin_credit', 'adjustments', '${player}', 'r', 'Won', 'first');
    alter table transfers add constraint transfers_amount_range check (amount between 1 and 1000000000000) not valid;`);
  const upgraded = await connect(earlier.url);
  try {
    await migrate(earlier.url);
    const credit = upgraded.query(`
      select ledger_transfer('GC', 1000000000001, null, 'adjustments', '${player}', null, 'admin_credit', 'r', 'second', '', false)`);
    await expect(credit).rejects.toThrow('transfers_amount_range');
    expect((await upgraded.query('select idempotency_key as key from transfers')).rows).toEqual([
      { key: 'first' },
    ]);
  } finally {
    await upgraded.end();
    await earlier.drop();
  }
});

it('gives a new database the same initial rows', { tags: ['long'] }, async () => {
  const earlier = await createEarlierDatabase();
  const upgraded = await connect(earlier.url);
  const read = async (from: pg.Client) => {
    const { rows: tables } = await from.query<{ name: string }>(`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
        and relname not in ('migrations', 'function_files', 'installation') order by 1`);
    const found: Record<string, unknown> = {};
    for (const { name } of tables) {
      const { rows } = await from.query(
        `select to_jsonb(r) - '{id,created_at}'::text[] as row from ${name} r order by 1`,
      );
      if (rows.length > 0) found[name] = rows;
    }
    return found;
  };
  try {
    await migrate(earlier.url);
    expect(await read(client)).toEqual(await read(upgraded));
    expect(Object.keys(await read(client))).toContain('roles');
  } finally {
    await upgraded.end();
    await earlier.drop();
  }
});

it('names the release to install first when the database is older, and changes nothing', async () => {
  await client.query(
    `truncate migrations; insert into migrations (name, checksum) values ('0137_restraints_noted.sql', 'x')`,
  );
  await expect(migrate(test.url)).rejects.toThrow(
    'this database is from an earlier release (0137_restraints_noted.sql): start commit dc915e32 on it first, then this one. Nothing was changed',
  );
  expect((await client.query('select name from migrations')).rows).toHaveLength(1);
});

it('repeats an interrupted migration outside a transaction that left an invalid index', async () => {
  const migration = {
    name: '9999_index.sql',
    text: '-- Outside a transaction: calls go on.\ncreate index concurrently roles_tried on roles (created_at);\n',
    checksum: 'x',
  };
  await applyOutside(client, migration);
  await client.query(`
    update pg_index set indisvalid = false where indexrelid = 'roles_tried'::regclass;
    delete from migrations where name = '9999_index.sql'`);
  await applyOutside(client, migration);
  const { rows } = await client.query(
    `select indisvalid from pg_index where indexrelid = 'roles_tried'::regclass`,
  );
  expect(rows).toEqual([{ indisvalid: true }]);
});

it('has no migration that would accept an invalid index', async () => {
  for (const { name, text } of await readMigrations()) {
    expect(text, name).not.toMatch(/index\s+concurrently\s+if\s+not\s+exists/i);
  }
});

it("runs longer than the database's statement timeout when needed", { tags: ['long'] }, async () => {
  const { rows } = await client.query('select current_database() as name');
  await client.query(`alter database ${rows[0].name} set statement_timeout = '200ms'`);
  const sources = await readFunctions();
  const slow = { name: 'slow.sql', text: 'do $$ begin perform pg_sleep(0.4); end $$', checksum: 'slow' };
  const revision = sources.revision + 1;
  await migrate(test.url, { functions: { revision, files: [...sources.files, slow] } });
  const known = await client.query('select checksum from function_files where name = $1', [slow.name]);
  expect(known.rows).toEqual([{ checksum: slow.checksum }]);
});
