// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { excerpt, type Mutant } from './mutants.ts';
import { applied, type SqlMutant, sqlMutants } from './sql-mutants.ts';

/** The mutant within its line, to show what was broken. */
function told(text: string, { from, to, replacement }: SqlMutant): string {
  const line = text.slice(text.lastIndexOf('\n', from - 1) + 1, from).trimStart();
  return `${excerpt(`${line.slice(-40)}[${text.slice(from, to)}]`)} -> ${replacement || 'nothing'}`;
}

/** All ways to break the SQL in a TypeScript file: each is the whole file, with one statement broken. */
export function brokenStatements(tree: string, file: string): Mutant[] {
  const text = readFileSync(join(tree, file), 'utf8');
  return [...text.matchAll(/\bsql`/g)].flatMap(({ index }) => {
    const from = index + 'sql`'.length;
    const statement = text.slice(from, text.indexOf('`', from));
    return sqlMutants(statement).map((mutant): Mutant => {
      const line = text.slice(0, from + mutant.from).split('\n').length;
      return {
        place: `${file}:${line}`,
        what: told(statement, mutant),
        breaks: {
          kind: 'statement',
          file,
          line,
          text: text.slice(0, from) + applied(statement, mutant) + text.slice(from + statement.length),
        },
      };
    });
  });
}

export async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** All ways to break a file's functions, as the database defines them: a broken one is installed in their place. */
export async function brokenFunctions(url: string, files: readonly string[]): Promise<Mutant[]> {
  const source = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  const names = new Set([...source.matchAll(/^create or replace function (\w+)/gm)].map(([, name]) => name));
  const { rows } = await withClient(url, (client) =>
    client.query<{ name: string; text: string }>(`
      select proname as name, pg_get_functiondef(oid) as text from pg_proc
      where pronamespace = 'public'::regnamespace order by proname, oid`),
  );
  return rows
    .filter(({ name }) => names.has(name))
    .flatMap(({ name, text }) => {
      const body = text.indexOf('$function$');
      const head = text.slice(0, body);
      const code = text.slice(body);
      return sqlMutants(code).map(
        (mutant): Mutant => ({
          place: `${name}():${code.slice(0, mutant.from).split('\n').length}`,
          what: told(code, mutant),
          breaks: { kind: 'function', text: head + applied(code, mutant) },
        }),
      );
    });
}

/** Runs `work` with a copy of the template that contains this function; a function that the database refuses is noticed. */
export async function withFunction(
  url: string,
  text: string,
  work: (url: string) => Promise<string | undefined>,
): Promise<string | undefined> {
  const server = new URL(url);
  const template = server.pathname.slice(1);
  server.pathname = '/postgres';
  const own = new URL(url);
  own.pathname = `/${template}_mutant`;
  const drop = `drop database if exists ${template}_mutant with (force)`;
  await withClient(server.href, async (client) => {
    await client.query(drop);
    await client.query(`create database ${template}_mutant template ${template} strategy file_copy`);
  });
  try {
    const refusal = await withClient(own.href, (client) =>
      client.query(text).then(
        () => undefined,
        (error: unknown) => `refused: ${error}`,
      ),
    );
    return refusal ?? (await work(own.href));
  } finally {
    await withClient(server.href, (client) => client.query(drop));
  }
}
