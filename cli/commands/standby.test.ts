// SPDX-License-Identifier: Apache-2.0

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../server/platform/embedded-postgres/start.ts';
import type { ReplicationState } from '../../server/platform/standby/replication-state.ts';
import { finalring, finalringJson } from '../../tests/support/command.ts';
import { makeScratchFolder } from '../../tests/support/scratch.ts';

const program = fileURLToPath(new URL('../main.ts', import.meta.url));
const folder = makeScratchFolder('standby');
const target = join(folder, 'standby');
let primary: EmbeddedPostgres;
beforeAll(async () => {
  const log = { info: () => {}, error: console.error };
  primary = await startEmbeddedPostgres({ dataDir: join(folder, 'primary'), log });
});
afterAll(async () => {
  await primary?.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const env = () => ({ DATABASE_URL: primary.url });

/** Resolves with its first line. */
async function start(): Promise<{ child: ChildProcess; says: string; stop(): Promise<number> }> {
  const child = spawn(process.execPath, [program, 'standby', target, '--name', 'east'], {
    env: { PATH: process.env.PATH, ...env() },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [says] = await once(child.stderr, 'data');
  return {
    child,
    says: String(says),
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      return (await ended)[0];
    },
  };
}

const portOf = (says: string) => /127[.]0[.]0[.]1:(\d+)/.exec(says)?.[1];

it('runs a standby, has commits wait for it, and makes it the primary that it stays', {
  tags: ['long'],
}, async () => {
  expect((await finalring(['standby', target, '--name', 'East!'], env())).code).toBe(2);
  expect(await finalringJson(['promote', target, '--yes'], env())).toMatchObject({ code: 3 });
  const first = await start();
  expect(first.says).toContain('Copied the primary: the standby east');
  const waiting = await finalringJson<ReplicationState>(['replication', '--wait-for', 'east'], env());
  expect(waiting.result).toMatchObject({ timeline: 1, followers: [{ name: 'east', state: 'streaming' }] });
  expect((await finalring(['replication'], env())).stdout).toContain('commits wait for ANY 1 ("east")');
  expect((await finalring(['replication', '--wait-for', 'none'], env())).stdout).toContain('wait for nobody');

  expect(await finalringJson(['promote', target], env())).toMatchObject({ code: 4 });
  expect(await finalringJson(['promote', target, '--yes'], env())).toMatchObject({ code: 0, ok: true });
  expect(await finalringJson(['promote', target, '--yes'], env())).toMatchObject({ code: 3 });
  expect(await first.stop()).toBe(0);

  // At its place, and still the primary.
  const again = await start();
  expect(portOf(again.says)).toBe(portOf(first.says));
  const both = primary.url.replace(/(@[^/]+)/, `$1,127.0.0.1:${portOf(again.says)}`);
  const { result } = await finalringJson<ReplicationState>(['replication'], { DATABASE_URL: both });
  expect(result).toMatchObject({ timeline: 2, waitsFor: '', followers: [] });
  expect(await again.stop()).toBe(0);
});

it('says what a role lacks that may not say for whom commits wait', { tags: ['long'] }, async () => {
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  await client.query("create role plain login password 'plain'");
  const url = Object.assign(new URL(primary.url), { username: 'plain', password: 'plain' }).href;
  const refused = await finalring(['replication', '--wait-for', 'none'], { DATABASE_URL: url });
  expect(refused.code).toBe(3);
  const [, said = ''] = /^the role plain may not: as a superuser (.*)\n$/.exec(refused.stderr) ?? [];
  await client.query(said);
  await client.end();
  expect(await finalring(['replication', '--wait-for', 'none'], { DATABASE_URL: url })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('commits wait for nobody'),
  });
});
