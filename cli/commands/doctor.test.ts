// SPDX-License-Identifier: Apache-2.0
// @module-tag long

import { rmSync } from 'node:fs';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../server/platform/db/database.ts';
import type { Finding } from '../../server/platform/finding.ts';
import { finalring, finalringJson } from '../../tests/support/command.ts';
import { createTestDatabase, type TestDatabase } from '../../tests/support/database.ts';
import { type RunningApp, startApp } from '../../tests/support/e2e/app.ts';
import { makeScratchFolder } from '../../tests/support/scratch.ts';

const dataDir = makeScratchFolder('doctor');
let test: TestDatabase;
let app: RunningApp;
beforeAll(async () => {
  test = await createTestDatabase();
  app = await startApp({ dataDir, env: { DATABASE_URL: test.url, SANDBOX: '1' } });
});
afterAll(async () => {
  await app?.stop();
  await test.drop();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

const inApp = (): Record<string, string> => ({
  APP_SECRET: '',
  DATABASE_URL: test.url,
  DATA_DIR: dataDir,
  PORT: new URL(app.url).port,
  SANDBOX_PORT: new URL(app.sandboxUrl).port,
});

async function examine(env: Record<string, string> = {}) {
  const { code, result } = await finalringJson<{ findings: Finding[] }>(['doctor'], { ...inApp(), ...env });
  const of = (about: string) => result.findings.filter((finding) => finding.about === about);
  return { code, findings: result.findings, of };
}

/** The faults, as the findings word them. */
const wrongs = (findings: readonly Finding[]) =>
  findings.filter(({ state }) => state === 'wrong').map(({ about, says }) => `${about}: ${says}`);

it('reports a sandbox installation as healthy in every part', async () => {
  const db = openDatabase(test.url, { poolSize: 1 });
  await db.run(sql`
    insert into webhook_endpoints (address, description, events, created_at)
    values ('https://own.example/hook', '', '{giveaway.drawn}', now())`);
  await db.close();
  const { code, findings } = await examine();
  expect(wrongs(findings)).toEqual([]);
  expect(code).toBe(0);
  const abouts = new Set(findings.map(({ about }) => about));
  const parts = [
    'configuration',
    'node',
    'open files',
    'disk',
    'pages',
    'database',
    'migrations',
    'keys',
    'push',
    'webhooks',
    'clock',
  ];
  expect([...abouts].sort()).toEqual(
    [...parts, 'address', 'google', 'discord', 'game statistics', 'stripe', 'mail'].sort(),
  );
  // Leaves out findings about this machine's files and disk.
  const looks = findings.filter(({ state, about }) => state === 'look' && !/files|disk/.test(about));
  expect(looks).toEqual([]);
  const { stdout } = await finalring(['doctor'], inApp());
  expect(stdout).toMatch(/^ok {5}google {11}knows the client and its secret$/m);
});

it('reports the status of processes, jobs and migrations', async () => {
  const { code, result } = await finalringJson<Record<string, unknown>>(['status'], inApp());
  expect({ code, result }).toMatchObject({
    code: 0,
    result: {
      isReady: true,
      publicUrl: app.url,
      database: { processes: 1, workers: 1 },
      migrations: { pending: [] },
    },
  });
  const db = openDatabase(test.url, { poolSize: 1 });
  try {
    await db.run(sql`
      select graphile_worker.add_job('nobody-does-this', max_attempts => 1)`);
    await db.run(sql`update graphile_worker._private_jobs set attempts = 1`);
    const told = await finalring(['status'], inApp());
    expect(told.code).toBe(1);
    expect(told.stdout).toContain('FAILED     nobody-does-this: 1');
  } finally {
    await db.run(sql`delete from graphile_worker._private_jobs where attempts = 1`);
    await db.close();
  }
});

it('lists services that reject our credentials, each with advice', async () => {
  const { code, findings, of } = await examine({
    GOOGLE_ISSUER: `${app.sandboxUrl}/google`,
    GOOGLE_CLIENT_ID: 'sandbox-google',
    GOOGLE_CLIENT_SECRET: 'another',
    DISCORD_BASE_URL: `${app.sandboxUrl}/discord`,
    DISCORD_CLIENT_ID: 'sandbox-discord',
    DISCORD_CLIENT_SECRET: 'another',
    DISCORD_PUBLIC_KEY: 'a'.repeat(64),
    GAME_STATS_BASE_URL: `${app.sandboxUrl}/fortnite`,
    GAME_STATS_API_KEY: 'not a key',
    STRIPE_API_BASE: app.sandboxUrl,
    STRIPE_SECRET_KEY: 'sk_test_another',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_another',
    STRIPE_WEBHOOK_SECRET: 'whsec_another',
    SMTP_URL: 'smtp://127.0.0.1:1',
    OBJECTS_URL: 'http://key:secret@127.0.0.1:1/bucket',
    MAIL_FROM: 'us@finalring.test',
    SANDBOX: '',
    APP_SECRET: 'a'.repeat(32),
    CODE_KEYS: `k:${Buffer.alloc(32).toString('base64')}`,
    CODE_FINGERPRINT_SECRET: 'f'.repeat(32),
    PUBLIC_URL: app.url,
    CHALLENGE_TIME_SCALE: '1',
    DATABASE_POOL_SIZE: '500',
  });
  expect(code).toBe(1);
  expect(of('google')).toMatchObject([
    { state: 'wrong', advice: expect.stringContaining('GOOGLE_CLIENT_SECRET') },
  ]);
  expect(of('object storage')).toMatchObject([
    { state: 'wrong', advice: expect.stringContaining('OBJECTS_URL') },
  ]);
  expect(of('discord')).toMatchObject([
    { state: 'wrong', advice: expect.stringContaining('DISCORD_CLIENT_SECRET') },
  ]);
  expect(of('game statistics')).toMatchObject([
    { state: 'wrong', advice: expect.stringContaining('GAME_STATS_API_KEY') },
  ]);
  expect(of('database')).toMatchObject([
    { state: 'ok' },
    { state: 'look', says: expect.stringContaining('for each of 1 process') },
  ]);
  expect(of('stripe')).toMatchObject([{ state: 'wrong', says: 'refuses STRIPE_SECRET_KEY' }]);
  expect(of('mail')).toMatchObject([{ state: 'wrong', says: expect.stringContaining('ESOCKET') }]);
  expect(
    of('keys')
      .map(({ says }) => says)
      .join(),
  ).toContain('APP_SECRET differs');
  expect(findings.every(({ state, advice }) => state === 'ok' || advice)).toBe(true);
});

it('detects a missing webhook endpoint, an unreachable address and an unwritable folder', async () => {
  const { findings } = await examine({
    PUBLIC_URL: 'http://localhost:1',
    DATA_DIR: '/dev/null/none',
    APP_SECRET: 'x'.repeat(32),
  });
  expect(wrongs(findings)).toEqual(
    expect.arrayContaining([
      expect.stringContaining('disk: /dev/null/none cannot be written'),
      expect.stringContaining('address: no connection at http://localhost:1'),
      expect.stringContaining('stripe: has no webhook endpoint for us'),
      expect.stringContaining('keys: APP_SECRET differs'),
    ]),
  );
});

it('detects a stopped sandbox and a missing database', async () => {
  const { findings } = await examine({
    SANDBOX_PORT: '1',
    DATABASE_URL: 'postgresql://postgres@127.0.0.1:1/none',
  });
  expect(wrongs(findings)).toEqual([
    expect.stringContaining('database: the database cannot be reached'),
    expect.stringContaining('sandbox: no stand-ins at port 1'),
  ]);
});

it('lists every fault of the configuration and checks nothing else', async () => {
  const { code, findings } = await examine({ PORT: 'x', NODE_ENV: 'production' });
  expect(code).toBe(1);
  expect(findings.length).toBeGreaterThan(5);
  expect(new Set(findings.map(({ about, state }) => `${about} ${state}`))).toEqual(
    new Set(['configuration wrong']),
  );
});
