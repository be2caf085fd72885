// SPDX-License-Identifier: Apache-2.0
// @module-tag long

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openDatabase } from '../server/platform/db/database.ts';
import { rememberSecrets } from '../server/platform/secret-checks.ts';
import { finalring } from './support/command.ts';
import { createTestDatabase, type TestDatabase } from './support/database.ts';
import { type RunningApp, startApp } from './support/e2e/app.ts';
import { createPlayer } from './support/factories.ts';
import { patient } from './support/patience.ts';
import { makeScratchFolder } from './support/scratch.ts';

/** Runs the commands that README and the operator guides show, as far as they are ours. */
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/operate.md',
  'docs/command-line.md',
  'docs/quick-start.md',
  'docs/tasks.md',
];
const root = fileURLToPath(new URL('../', import.meta.url));

const begins =
  /^(?:[A-Z_]+=\S+ )*(finalring (?!listener|liveness)\S|npm (start|test|run )|npx |openssl |docker |systemctl |nginx -|useradd |sha256sum |tar |\S+\/finalring )/;

/** The commands in a document: in backticks, or on separate lines within fences. */
function listCommands(text: string): string[] {
  const fenced = [...text.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].flatMap(([, lines = '']) =>
    lines.split('\n'),
  );
  const inline = [...text.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/`([^`\n]+)`/g)].map(
    ([, span = '']) => span,
  );
  return [...fenced, ...inline].filter((command) => begins.test(command));
}

const shown = [...new Set(documents.flatMap((name) => listCommands(readFileSync(join(root, name), 'utf8'))))];

const folder = makeScratchFolder('shown-commands');
const witness = join(folder, 'witness');
let test: TestDatabase;
let app: RunningApp;
let values: Record<string, string>;
beforeAll(async () => {
  test = await createTestDatabase();
  // This is `finalring start`.
  app = await startApp({
    dataDir: folder,
    env: { DATABASE_URL: test.url, SANDBOX: '1', SEAL_WITNESS_FILE: witness },
  });
  const db = openDatabase(test.url, { poolSize: 1 });
  try {
    const player = await createPlayer(db, { email: 'player@example.com', gamerCoins: 5 });
    for (const email of ['you@example.com', 'boss@example.com']) {
      await createPlayer(db, { email, role: email.startsWith('boss') ? 'ADMIN' : 'USER' });
    }
    await db.run(sql`
      insert into payment_events (event_id, type, object_id, effect, happened_at, received_at)
      values ('evt_…', 'payment_intent.created', 'pi_1', 'not_ours', now(), now())`);
    const { title } = await db.one<{ title: string }>(sql`select title from gift_cards order by id limit 1`);
    await db.transaction((tx) => rememberSecrets(tx, [{ name: 'CODE_KEYS:old', key: Buffer.alloc(32) }]));
    const codes = join(folder, 'codes.csv');
    // As long as the codes that `demo seed` puts in stock, because another length would be skipped as unusual.
    writeFileSync(codes, `card,code\n"${title}",SHOWN-0001-AAAABBB\n`);
    // A first tree head for the witness.
    await db.run(sql`select enqueue_job('seal-transfers', '{}'::jsonb, null, null, null, null, null)`);
    await vi.waitFor(() => expect(existsSync(witness) && statSync(witness).size > 0).toBe(true));
    values = { PLAYER: player.id, ADMIN: 'boss@example.com', NAME: 'CODE_KEYS:sandbox' };
  } finally {
    await db.close();
  }
});
afterAll(async () => {
  await app?.stop();
  await test.drop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** The value for a placeholder in a document. */
function fill(command: string, word: string): string {
  if (word === 'FILE') {
    if (command.includes('import')) return join(folder, 'codes.csv');
    return command.includes('--witness') ? witness : join(folder, 'player.json');
  }
  // A moment in a document passes, but a planned time must be in the future.
  if (command.startsWith('finalring maintenance') && !Number.isNaN(Date.parse(word))) {
    return new Date(Date.now() + 3_600_000).toISOString();
  }
  if (word === 'ID') return command.includes('give-up') ? 'old' : 'evt_…';
  return values[word] ?? word;
}

const environment = () => ({
  APP_SECRET: '',
  DATABASE_URL: test.url,
  DATA_DIR: folder,
  PORT: new URL(app.url).port,
  SANDBOX_PORT: new URL(app.sandboxUrl).port,
});

it('shows only existing npm scripts', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const named = shown.flatMap((command) => /npm (?:run )?([a-z:-]+)/.exec(command)?.[1] ?? []);
  expect(named.filter((script) => !(script in scripts))).toEqual([]);
});

it('runs every documented finalring command successfully', {
  timeout: patient(180_000),
}, async () => {
  const commands = shown.filter(
    (command) =>
      /^finalring [a-z]/.test(command) &&
      command !== 'finalring start' &&
      // Commands about a reader's own file or address (cli/verify-draw.test.ts,
      // server/features/seals/verify-statement.test.ts), or about a server whose log is archived
      // (tests/backup-drill.test.ts).
      !/^finalring (verify|backup|restore)/.test(command),
  );
  expect(commands.length).toBeGreaterThan(15);
  // Forgets secrets last, because the other commands would store them again.
  const order = (command: string) => (command.includes('forget') ? 1 : 0);
  for (const command of commands.sort((a, b) => order(a) - order(b))) {
    const words = (command.match(/"[^"]*"|\S+/g) ?? [])
      .slice(1)
      .map((word) => fill(command, word.replaceAll('"', '')));
    const isAsked = /keys (forget|give-up)|demo seed|codes import/.test(command);
    const { code, stderr } = await finalring([...words, ...(isAsked ? ['--yes'] : [])], environment());
    expect({ command, code, stderr }).toEqual({ command, code: 0, stderr: '' });
  }
});

it('runs every documented SQL statement successfully', async () => {
  const text = documents.map((name) => readFileSync(join(root, name), 'utf8')).join('\n');
  // Statements about roles, settings and slots are for an operator's own server.
  const statements = [...text.matchAll(/`((?:update|insert|delete) [^`]+)`/g)].map(([, statement]) =>
    String(statement),
  );
  expect(statements.length).toBeGreaterThan(2);
  const db = openDatabase(test.url, { poolSize: 1 });
  const undone = new Error('only tried');
  try {
    for (const statement of statements) {
      const tried = db.transaction(async (tx) => {
        await tx.run(raw(statement));
        throw undone;
      });
      await expect(tried, statement).rejects.toBe(undone);
    }
  } finally {
    await db.close();
  }
});

it('has the launcher and npm script in a checkout', () => {
  const env = { ...process.env, ...environment() };
  const run = (file: string, args: string[]) =>
    execFileSync(file, args, { cwd: root, env, encoding: 'utf8' });
  expect(run(process.execPath, ['cli/finalring.mjs', '--help'])).toContain('Usage: finalring');
  expect(run('npm', ['run', '--silent', 'finalring', '--', 'audit'])).toContain('Ledger of ');
  expect(run('npm', ['run', '--silent', 'finalring', '--', '--help'])).toContain('Usage: finalring');
});
