// SPDX-License-Identifier: Apache-2.0

import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import type { FunctionSources } from './functions.ts';

const folder = new URL('../../../db/baseline/', import.meta.url);

export interface Baseline {
  /** Tables by owner, in their state after the contained migrations. */
  text: string;
  /** Names of those migrations. */
  contains: ReadonlySet<string>;
}

export async function readBaseline(): Promise<Baseline> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')));
  const contains: string[] = JSON.parse(await readFile(new URL('contains.json', folder), 'utf8'));
  return { text: texts.join('\n'), contains: new Set(contains) };
}

const definition = /^create or replace function (\w+)[\s\S]*?^(?:end )?\$\$;$/gm;

/**
 * Functions of `db/functions` that triggers, indexes and constraints of the tables call: they must be created first.
 */
function neededFunctions(tables: string, { files }: FunctionSources): string[] {
  const called = new Set([...tables.matchAll(/\b(\w+)\(/g)].map(([, name]) => name));
  return files.flatMap(({ text }) =>
    [...text.matchAll(definition)].filter(([, name]) => called.has(name)).map(([whole]) => whole),
  );
}

/**
 * Creates the tables of a new database, in the caller's transaction. Functions and views follow after the migrations.
 */
export async function createTables(
  client: pg.Client,
  { text }: Baseline,
  functions: FunctionSources,
): Promise<void> {
  // Function bodies refer to tables that are created later.
  await client.query('set local check_function_bodies = off');
  const firstTable = text.indexOf('\ncreate table ');
  await client.query(text.slice(0, firstTable));
  for (const each of neededFunctions(text, functions)) await client.query(each);
  await client.query(text.slice(firstTable));
}
