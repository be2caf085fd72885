// SPDX-License-Identifier: Apache-2.0

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { finalring, finalringJson } from '../tests/support/command.ts';
import { createTestDatabase, type TestDatabase } from '../tests/support/database.ts';
import { startFaultProxy } from '../tests/support/fault-proxy.ts';
import { patient } from '../tests/support/patience.ts';
import { makeScratchFolder } from '../tests/support/scratch.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const inTest = () => ({ DATABASE_URL: test.url });

async function inDatabase(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: test.url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** The commands listed in a help text. */
const listed = (help: string) =>
  [...(help.split('\nCommands:\n')[1]?.split('\n\n')[0] ?? '').matchAll(/^ {2}([a-z][a-z-]+)/gm)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'help');

async function allCommands(path: string[] = []): Promise<string[][]> {
  const { code, stdout } = await finalring([...path, '--help']);
  expect({ path, code }).toEqual({ path, code: 0 });
  const names = listed(stdout);
  if (names.length > 0) {
    return (await Promise.all(names.map((name) => allCommands([...path, name])))).flat();
  }
  // A server prints its log; every other command can answer as JSON.
  expect({ path, json: stdout.includes('--json') }).toEqual({ path, json: path[0] !== 'start' });
  return [path];
}

describe('every command', () => {
  // Starts two processes for each command, one after the other.
  it('prints its help, and refuses unknown options', {
    tags: ['long'],
    timeout: patient(180_000),
  }, async () => {
    const commands = await allCommands();
    expect(commands.length).toBeGreaterThan(5);
    for (const path of [...commands, []]) {
      const { code, stderr } = await finalring([...path, '--nonsense']);
      // `verify statement` uses exit code 2 for lines that aren't sealed yet.
      const refused = path.join(' ') === 'verify statement' ? 1 : 2;
      expect({ path, code }).toEqual({ path, code: refused });
      expect(stderr).toMatch(/^error: (unknown option '--nonsense'|required option)/);
    }
    expect((await finalring(['nonsense'])).code).toBe(2);
    expect((await finalring(['keys', 'forget'])).code).toBe(2);
  });
});

it('asks before irreversible actions, and does nothing without a confirmation', {
  tags: ['long'],
}, async () => {
  const env = inTest();
  for (const args of [
    ['keys', 'forget', 'APP_SECRET'],
    ['keys', 'give-up', 'old'],
    ['keys', 'rotate', 'ledger', '--lost'],
  ]) {
    const { code, stderr } = await finalring(args, env);
    expect({ args, code }).toEqual({ args, code: 4 });
    expect(stderr).toContain('repeat with --yes');
  }
  const told = await finalringJson(['keys', 'forget', 'APP_SECRET'], env);
  expect(told).toMatchObject({ code: 4, ok: false, error: expect.stringContaining('--yes') });
});

it('refuses to reconcile while processes are running', { tags: ['long'] }, async () => {
  const listening = new pg.Client({ connectionString: test.url, application_name: 'finalring listener' });
  await listening.connect();
  const { code, stderr } = await finalring(['backup', 'reconcile', '--yes'], inTest());
  await listening.end();
  expect({ code, stderr }).toEqual({
    code: 3,
    stderr: '1 process of FinalRing still on this database: stop all first (docs/operate.md, Backups)\n',
  });
});

it('exits normally when nobody reads its output', { tags: ['long'] }, async () => {
  const child = spawn(process.execPath, ['cli/main.ts', 'keys', 'list'], {
    env: { PATH: process.env.PATH, SANDBOX: '1', APP_SECRET: 'a'.repeat(32), ...inTest() },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Like `head`, or a pager that was closed.
  child.stdout.destroy();
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const [code] = await once(child, 'close');
  expect({ code, said }).toEqual({ code: 0, said: '' });
});

it('lists keys, rotates the ledger key and gives up a lost key', { tags: ['long'] }, async () => {
  const env = inTest();
  const first = await finalringJson<{ keyId: string }>(['keys', 'rotate', 'ledger'], env);
  expect(first).toMatchObject({ code: 0, ok: true });
  const list = () => finalringJson<{ name: string; state: string }[]>(['keys', 'list'], env);
  expect((await list()).result).toEqual([
    { name: 'APP_SECRET', state: 'same' },
    { name: 'CODE_FINGERPRINT_SECRET', state: 'same' },
    { name: 'CODE_KEYS:sandbox', state: 'same' },
    { name: `ledger key ${first.result.keyId}`, state: 'made' },
  ]);
  const other = await finalring(['keys', 'list'], { ...env, APP_SECRET: 'b'.repeat(32) });
  expect(other.code).toBe(1);
  expect(other.stdout).toMatch(/^DIFFERENT {2}APP_SECRET$/m);
  expect((await finalring(['keys', 'forget', 'APP_SECRET', '--yes'], env)).code).toBe(0);
  expect((await list()).result[0]).toEqual({ name: 'APP_SECRET', state: 'new' });
  expect((await finalring(['keys', 'forget', 'APP_SECRET', '--yes'], env)).code).toBe(3);
});

it('prints the audit as JSON', { tags: ['long'] }, async () => {
  const audit = await finalringJson<{ proofs: { breaches: string[] }[] }>(['audit'], inTest());
  expect(audit).toMatchObject({ code: 0, ok: true, result: { transfers: 0, secrets: [] } });
  expect(audit.result.proofs.length).toBeGreaterThan(20);
});

it('reports in one line that the database is missing', { tags: ['long'] }, async () => {
  const env = { DATABASE_URL: 'postgresql://postgres@127.0.0.1:1/none' };
  for (const args of [['audit'], ['migrate'], ['keys', 'list']]) {
    const { code, stderr } = await finalring(args, env);
    expect({ args, code, lines: stderr.trim().split('\n').length }).toEqual({ args, code: 3, lines: 1 });
  }
});

describe('when the database goes away', () => {
  /** How a command ends, and after how long, if the database disappears while it runs. */
  async function losing(args: readonly string[], isAmid: () => Promise<boolean>, how: 'silent' | 'gone') {
    const proxy = await startFaultProxy(test.url);
    const folder = makeScratchFolder('lost');
    const ending = finalring(args, { DATABASE_URL: proxy.url, DATA_DIR: folder, SANDBOX_PORT: '0' });
    await vi.waitFor(async () => expect(await isAmid()).toBe(true), { interval: 100 });
    const began = performance.now();
    if (how === 'silent') proxy.set('blackhole');
    else await proxy.close();
    const { code, stderr } = await ending;
    const seconds = (performance.now() - began) / 1000;
    if (how === 'silent') await proxy.close();
    rmSync(folder, { recursive: true, force: true });
    return { code, stderr, seconds };
  }

  it('a command ends when the database falls silent', { tags: ['long'] }, async () => {
    const client = new pg.Client({ connectionString: test.url });
    await client.connect();
    await client.query('begin; lock table transfers in access exclusive mode');
    const isWaiting = async () =>
      (await client.query("select from pg_locks where not granted and relation = 'transfers'::regclass"))
        .rowCount === 1;
    const ended = await losing(['audit'], isWaiting, 'silent');
    await client.end();
    expect(ended).toMatchObject({ code: 3, stderr: expect.stringContaining('the database went away') });
    expect(ended.seconds).toBeLessThan(patient(25));
  });

  it('a command ends when the database disappears during a demo', { tags: ['long'] }, async () => {
    const client = new pg.Client({ connectionString: test.url });
    await client.connect();
    const hasPlayers = async () =>
      (await client.query("select from players where email like '%@demo%' limit 5")).rowCount === 5;
    const ended = await losing(['demo', 'seed', '--size', 'small'], hasPlayers, 'gone');
    await client.end();
    expect({ ...ended, seconds: ended.seconds < patient(25) }).toMatchObject({ code: 3, seconds: true });
    expect(ended.stderr.trim().split('\n')).toHaveLength(1);
  });
});

it('migrates a database, and other commands ask for it when it is older or empty', {
  tags: ['long'],
}, async () => {
  const env = inTest();
  expect(await finalringJson(['migrate', '--check'], env)).toMatchObject({
    code: 0,
    result: { pending: [] },
  });
  await inDatabase('drop table secret_checks');
  const older = await finalring(['keys', 'list'], env);
  expect(older.code).toBe(3);
  expect(older.stderr).toContain('finalring migrate');
  await inDatabase('drop schema public cascade; create schema public');
  const pending = await finalringJson<{ pending: string[] }>(['migrate', '--check'], env);
  expect(pending).toMatchObject({ code: 1, ok: false, result: { areFunctionsCurrent: false } });
  const done = await finalringJson(['migrate'], env);
  expect(done).toEqual({ code: 0, ok: true, result: { applied: pending.result.pending } });
  expect((await finalring(['migrate'], env)).stdout).toBe('Nothing to do\n');
  expect((await finalring(['migrate', '--check'], env)).code).toBe(0);
  await inDatabase("update migrations set checksum = 'x' where name like '0140%'");
  const changed = await finalring(['migrate', '--check'], env);
  expect(changed.code).toBe(1);
  expect(changed.stdout).toContain('CHANGED  0140_reference_of_attempt_readings.sql');
});
