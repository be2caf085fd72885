import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../tests/support/database.ts';

const commands = [
  'server/audit-main.ts',
  'server/secrets-main.ts',
  'server/features/shop/codes/rotate-codes-main.ts',
];

const run = (command: string, databaseUrl: string) =>
  promisify(execFile)(process.execPath, [command], {
    env: { PATH: process.env.PATH, SANDBOX: '1', DATABASE_URL: databaseUrl, APP_SECRET: 'a'.repeat(32) },
  });

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

async function inDatabase(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: test.url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

it.each([
  ['misses a column', 'alter table secret_checks rename first_seen_at to seen_at'],
  ['misses a table', 'drop table secret_checks'],
  ['is empty', 'drop schema public cascade; create schema public'],
])('every command says what to do about a database that %s', async (_name, older) => {
  await inDatabase(older);
  for (const command of commands) {
    const failure = await run(command, test.url).catch((error) => error);
    expect({ command, code: failure.code, stderr: failure.stderr }).toEqual({
      command,
      code: 1,
      stderr:
        'this database is of an earlier version, or empty: start FinalRing once, which brings it up to date, and repeat the command\n',
    });
  }
});
