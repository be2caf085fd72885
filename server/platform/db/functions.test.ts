// SPDX-License-Identifier: Apache-2.0

import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { patient } from '../../../tests/support/patience.ts';
import { type FunctionSources, forgetApplied, readFunctions } from './functions.ts';
import { migrate } from './migrate.ts';

let test: TestDatabase;
let client: pg.Client;
beforeEach(async () => {
  test = await createTestDatabase();
  client = new pg.Client({ connectionString: test.url });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await test.drop();
});

/** Our functions and views, as PostgreSQL prints them; without extensions' own. */
async function readDefinitions(): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) as definition from pg_proc p
    where p.pronamespace = 'public'::regnamespace and not exists (
      select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    union all
    select viewname, pg_get_viewdef(viewname::regclass) from pg_views where schemaname = 'public'`);
  return new Map(rows.map(({ name, definition }) => [name, definition]));
}

const toWord = (signature: string) => signature.replace(/\(.*/s, '');

const migrations = new URL('../../../db/migrations/', import.meta.url);

it('has a file in db/functions for each function and view, and nothing else', async () => {
  const { files } = await readFunctions();
  const inFiles = files.flatMap(({ text }) =>
    [...text.matchAll(/^create or replace (?:function|procedure|view) (\w+)/gm)].map(([, name]) => name),
  );
  const there = [...(await readDefinitions()).keys()].map(toWord);
  expect(there.toSorted()).toEqual(inFiles.toSorted());
});

it('lets no migration replace a function or view', async () => {
  const names = (await readdir(migrations)).sort();
  for (const name of names) {
    const text = await readFile(new URL(name, migrations), 'utf8');
    expect(text, name).not.toMatch(/\bor\s+replace\s+(?:function|procedure|view)\b|pg_get_functiondef/i);
  }
});

/** The sources of another release, with different words for refusing to change sold items. */
async function releaseThatSays(words: string, revision: (now: number) => number): Promise<FunctionSources> {
  const sources = await readFunctions();
  const files = sources.files.map((file) =>
    file.name === 'shop.sql'
      ? { ...file, text: file.text.replace('sales are permanent', words), checksum: words }
      : file,
  );
  return { revision: revision(sources.revision), files };
}

async function readFault(): Promise<string | undefined> {
  const definition = (await readDefinitions()).get('refuse_shop_change()');
  return /is refused: (.*?)'/.exec(definition ?? '')?.[1];
}

it('reapplies a file only when its text has changed', async () => {
  const untouched = (await client.query('select * from function_files order by name')).rows;
  await migrate(test.url);
  expect((await client.query('select * from function_files order by name')).rows).toEqual(untouched);

  await migrate(test.url, { functions: await releaseThatSays('other words', (now) => now) });
  expect(await readFault()).toBe('other words');
  await migrate(test.url);
  expect(await readFault()).toBe('sales are permanent');
});

it('keeps the functions of a newer release when an older release starts', { tags: ['long'] }, async () => {
  const newer = await releaseThatSays('newer words', (now) => now + 1);
  await migrate(test.url, { functions: newer });
  await migrate(test.url);
  expect(await readFault()).toBe('newer words');
  // The same if both start at the same time, repeatedly.
  await Promise.all([
    migrate(test.url),
    migrate(test.url, { functions: newer }),
    migrate(test.url),
    migrate(test.url, { functions: newer }),
  ]);
  expect(await readFault()).toBe('newer words');
  await migrate(test.url, { functions: await releaseThatSays('newest words', (now) => now + 2) });
  expect(await readFault()).toBe('newest words');
});

it('ends with the newest text when two releases set up a new database concurrently', {
  tags: ['long'],
}, async () => {
  await client.query('drop schema public cascade; create schema public');
  const newer = await releaseThatSays('newer words', (now) => now + 1);
  await Promise.all([
    migrate(test.url, { functions: newer }),
    migrate(test.url),
    migrate(test.url, { functions: newer }),
    migrate(test.url),
  ]);
  expect(await readFault()).toBe('newer words');
});

it('applies all files or none', async () => {
  const good = await releaseThatSays('half a release', (now) => now + 1);
  const broken = { name: 'zebra.sql', text: 'create view striped as select from nowhere', checksum: 'x' };
  await expect(migrate(test.url, { functions: { ...good, files: [...good.files, broken] } })).rejects.toThrow(
    'db/functions/zebra.sql failed: relation "nowhere" does not exist',
  );
  expect(await readFault()).toBe('sales are permanent');
  await migrate(test.url, { functions: good });
  expect(await readFault()).toBe('half a release');
});

it('recreates a view that a migration dropped', async () => {
  await client.query('drop view audit_log, player_states');
  await forgetApplied(client);
  await migrate(test.url);
  expect([...(await readDefinitions()).keys()]).toEqual(
    expect.arrayContaining(['audit_log', 'player_states']),
  );
});

it('recreates it even after the process was interrupted', async () => {
  await client.query('drop view audit_log, player_states');
  await forgetApplied(client);
  const sources = await readFunctions();
  const faulty = { name: 'zebra.sql', text: 'create nonsense', checksum: 'x' };
  await expect(
    migrate(test.url, { functions: { ...sources, files: [...sources.files, faulty] } }),
  ).rejects.toThrow('zebra.sql');
  expect(await migrate(test.url)).toEqual([]);
  expect([...(await readDefinitions()).keys()]).toEqual(
    expect.arrayContaining(['audit_log', 'player_states']),
  );
});

it('replaces constantly read views without ending their readers', async () => {
  const readers = Array.from({ length: 4 }, () => new pg.Client({ connectionString: test.url }));
  await Promise.all(readers.map((reader) => reader.connect()));
  let isOver = false;
  const reading = readers.map(async (reader) => {
    // Reads like the audit log: one view made of others, and one beside it.
    while (!isOver) {
      await reader.query(
        'select pg_sleep(0.02), (select count(*) from audit_log l join player_states p on p.id = l.actor_id)',
      );
    }
  });
  try {
    await client.query("update function_files set checksum = ''");
    const began = performance.now();
    await migrate(test.url);
    expect(performance.now() - began).toBeLessThan(patient(20_000));
  } finally {
    isOver = true;
    await Promise.all(reading);
    await Promise.all(readers.map((reader) => reader.end()));
  }
});

it("waits for a view's reader without blocking other readers", { tags: ['long'] }, async () => {
  await client.query('begin; select from player_states limit 1');
  await client.query("update function_files set checksum = ''");
  await client.query('commit; begin; select from player_states limit 1');
  let isApplied = false;
  const applying = migrate(test.url).then(() => {
    isApplied = true;
  });
  const other = new pg.Client({ connectionString: test.url });
  await other.connect();
  await other.query('set statement_timeout = 3000');
  const locked = `select from pg_locks where relation = 'player_states'::regclass and mode = 'AccessExclusiveLock'`;
  await vi.waitFor(async () => expect((await other.query(locked)).rowCount).toBe(1));
  // This waits behind us, and every newcomer would wait behind it.
  await other.query('select from player_states limit 1');
  expect(isApplied).toBe(false);
  await client.query('commit');
  await applying;
  await other.end();
});

it('removes the record of a deleted file', async () => {
  const { revision, files } = await readFunctions();
  const extra = {
    name: 'zebra.sql',
    text: 'create or replace view striped as select 1 as one',
    checksum: 'x',
  };
  await migrate(test.url, { functions: { revision: revision + 1, files: [...files, extra] } });
  await migrate(test.url, { functions: { revision: revision + 2, files } });
  const { rows } = await client.query('select distinct revision from function_files');
  expect(rows).toEqual([{ revision: revision + 2 }]);
  expect((await client.query("select from function_files where name = 'zebra.sql'")).rowCount).toBe(0);
});
