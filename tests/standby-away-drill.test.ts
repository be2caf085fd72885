// SPDX-License-Identifier: Apache-2.0

import { rmSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allCalls, type Call } from '../bench/growth/calls.ts';
import { type FilledApp, startFilledApp } from '../bench/growth/filled-app.ts';
import { migrate } from '../server/platform/db/migrate.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../server/platform/embedded-postgres/start.ts';
import { waitForStandbys } from '../server/platform/standby/replication-state.ts';
import { patient } from './support/patience.ts';
import { makeScratchFolder } from './support/scratch.ts';

const folder = makeScratchFolder('standby-away');
let server: EmbeddedPostgres;
let app: FilledApp;

beforeAll(async () => {
  // One that can be told to wait without all other tests waiting too.
  server = await startEmbeddedPostgres({ dataDir: folder, log: { info: () => {}, error: console.error } });
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query('create database template_of_this');
  await client.end();
  const template = new URL(server.url);
  template.pathname = '/template_of_this';
  await migrate(template.href);
  app = await startFilledApp({ transfers: 10_000, templateUrl: template.href });
});
afterAll(async () => {
  await waitForStandbys(server.url, []);
  await app?.close();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const change = async () =>
  (await allCalls()).find(({ name }) => name === 'player: PUT /friends/choices') as Call;

it('answers every read while no change is answered', {
  tags: ['long'],
  timeout: patient(300_000),
}, async () => {
  const reads = (await allCalls()).filter(({ name }) => name.includes(': GET '));
  expect(reads.length).toBeGreaterThan(100);
  await app.run(await change(), 1);
  // Makes the key of messages to devices, as each process does at its start.
  await app.run(reads.find(({ name }) => name === 'player: GET /notifications/settings') as Call, 0);
  await waitForStandbys(server.url, ['nobody']);
  // The first one waits until it is given up; all others are refused from then on.
  await expect(app.run(await change(), 2)).rejects.toThrow('answered 503');
  const failed: string[] = [];
  for (const read of reads) {
    await app.run(read, 0).catch(({ message }: Error) => failed.push(`${read.name}: ${message}`));
  }
  expect(failed).toEqual([]);
  await expect(app.run(await change(), 3)).rejects.toThrow('answered 503');
});
