import { execFile, execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Module } from './modules.ts';
import { shuffled } from './random.ts';
import type { Outcome, RunOptions } from './report.ts';
import { applied, sqlMutants } from './sql-mutants.ts';
import { findSources } from './typescript-mutants.ts';

/** A piece of SQL, broken: a function of the database, or a file with a statement in it. */
interface BrokenSql {
  place: string;
  what: string;
  text: string;
  kind: 'function' | 'file';
}

const perMutantMs = 5 * 60_000;
const root = process.cwd();
/** A copy of the sources, so that those one works on stay as they are. */
const tree = resolve('reports/mutate/sql-tree');

export function copySources(): void {
  rmSync(tree, { recursive: true, force: true });
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' });
  for (const file of files.split('\n').filter((name) => /\.(ts|tsx|mjs|json|sql|md|css)$/.test(name))) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    cpSync(join(root, file), join(tree, file));
  }
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
}

const excerpt = (text: string, from: number, to: number) => text.slice(from, to).replace(/\s+/g, ' ');

function brokenFile(file: string): BrokenSql[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/\bsql`/g)].flatMap(({ index }) => {
    const from = index + 'sql`'.length;
    const statement = text.slice(from, text.indexOf('`', from));
    return sqlMutants(statement).map((mutant) => ({
      kind: 'file' as const,
      place: `${file}:${text.slice(0, from + mutant.from).split('\n').length}`,
      what: `${excerpt(statement, mutant.from, mutant.to)} -> ${mutant.replacement}`,
      text: text.slice(0, from) + applied(statement, mutant) + text.slice(from + statement.length),
    }));
  });
}

/** The functions of a file as the database has them, which is how a broken one is put in its place. */
async function brokenFunctions(url: string, file: string): Promise<BrokenSql[]> {
  const source = readFileSync(file, 'utf8');
  const names = new Set([...source.matchAll(/^create or replace function (\w+)/gm)].map(([, name]) => name));
  const rows = await withClient(url, (client) =>
    client.query<{ name: string; text: string }>(`
      select proname as name, pg_get_functiondef(oid) as text from pg_proc
      where pronamespace = 'public'::regnamespace order by proname, oid`),
  );
  return rows.rows
    .filter(({ name }) => names.has(name))
    .flatMap(({ name, text }) => {
      const body = text.indexOf('$function$');
      return sqlMutants(text.slice(body)).map((mutant) => ({
        kind: 'function' as const,
        place: `${name}():${text.slice(body, body + mutant.from).split('\n').length}`,
        what: `${excerpt(text.slice(body), mutant.from, mutant.to)} -> ${mutant.replacement}`,
        text: text.slice(0, body) + applied(text.slice(body), mutant),
      }));
    });
}

async function withClient<Result>(
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

/** Whether a test fails; one that never ends does. */
async function isNoticed(tests: readonly string[], templateUrl: string): Promise<boolean> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const run = promisify(execFile)(process.execPath, [vitest, 'run', '--bail=1', ...tests], {
    cwd: tree,
    env: { ...process.env, TEST_TEMPLATE_URL: templateUrl },
    timeout: perMutantMs,
    maxBuffer: 2 ** 26,
  });
  return run.then(
    () => false,
    () => true,
  );
}

/** Undefined where the database does not take such a function. */
async function tryFunction(
  url: string,
  text: string,
  tests: readonly string[],
): Promise<boolean | undefined> {
  const server = new URL(url);
  const template = server.pathname.slice(1);
  server.pathname = '/postgres';
  const own = new URL(url);
  own.pathname = `/${template}_mutant`;
  await withClient(server.href, (client) =>
    client.query(`create database ${template}_mutant template ${template}`),
  );
  try {
    const isTaken = await withClient(own.href, (client) =>
      client.query(text).then(
        () => true,
        () => false,
      ),
    );
    return isTaken ? await isNoticed(tests, own.href) : undefined;
  } finally {
    await withClient(server.href, (client) => client.query(`drop database ${template}_mutant with (force)`));
  }
}

async function tryFile(url: string, { place, text }: BrokenSql, tests: readonly string[]): Promise<boolean> {
  const file = join(tree, place.slice(0, place.lastIndexOf(':')));
  const whole = readFileSync(file, 'utf8');
  writeFileSync(file, text);
  try {
    return await isNoticed(tests, url);
  } finally {
    writeFileSync(file, whole);
  }
}

/** Breaks a module's SQL, in the functions of the database and in its statements, and runs the module's tests each time. */
export async function mutateSql(
  module: Module,
  templateUrl: string,
  { sample, seed, endsAt }: RunOptions,
): Promise<{ outcomes: Outcome[]; isWhole: boolean }> {
  const functions = module.functions ? await brokenFunctions(templateUrl, module.functions) : [];
  const all = [...functions, ...findSources(module).flatMap(brokenFile)];
  const drawn = shuffled(all, seed).slice(0, sample);
  const tests = globSync(module.tests);
  const outcomes: Outcome[] = [];
  if (drawn.length > 0 && (await isNoticed(tests, templateUrl))) {
    throw new Error('the tests fail where nothing is broken');
  }
  for (const broken of drawn) {
    if (Date.now() > endsAt) break;
    const { place, what, kind, text } = broken;
    const isKilled =
      kind === 'file'
        ? await tryFile(templateUrl, broken, tests)
        : await tryFunction(templateUrl, text, tests);
    if (isKilled === undefined) continue;
    outcomes.push({ isKilled, place, what });
    console.log(`${isKilled ? 'killed  ' : 'survived'}  ${place}  ${what}`);
  }
  return { outcomes, isWhole: outcomes.length === all.length };
}
