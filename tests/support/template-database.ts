// SPDX-License-Identifier: Apache-2.0

import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import pg from 'pg';
import { migrate } from '../../server/platform/db/migrate.ts';
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres/start.ts';
import { makeScratchFolder } from './scratch.ts';

interface Server {
  url: string;
  stop(): Promise<void>;
}

/** One PostgreSQL for the whole run: that of TEST_DATABASE_URL, or an own one, which ends with the run. */
async function startServer(): Promise<Server> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, stop: async () => {} };
  const dataDir = makeScratchFolder('test');
  const log = { info: () => {}, error: console.error };
  const server = await startEmbeddedPostgres({ dataDir, log, isDurable: false });
  const remove = () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  // Also if the run is interrupted, because the server must not outlive it.
  const onExit = () => {
    process.kill(server.pid, 'SIGQUIT');
    remove();
  };
  process.once('exit', onExit);
  process.once('SIGTERM', () => process.exit(143));
  return {
    url: server.url,
    stop: async () => {
      process.off('exit', onExit);
      await server.stop();
      remove();
    },
  };
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** One hash iteration instead of 4,096, because tests connect thousands of times. */
async function cheapenPasswordHash(url: string): Promise<void> {
  const { username, password } = new URL(url);
  const name = pg.escapeIdentifier(decodeURIComponent(username));
  const secret = pg.escapeLiteral(decodeURIComponent(password));
  await administer(url, `set scram_iterations = 1; alter role ${name} password ${secret}`);
}

/** A migrated database that test files clone and never change. `stop` removes it. */
export async function startTemplate(): Promise<Server> {
  const server = await startServer();
  const template = `finalring_test_${randomBytes(6).toString('hex')}`;
  try {
    await administer(server.url, `create database ${template}`);
    if (!process.env.TEST_DATABASE_URL) await cheapenPasswordHash(server.url);
    const templateUrl = new URL(server.url);
    templateUrl.pathname = `/${template}`;
    await migrate(templateUrl.href);
    return {
      url: templateUrl.href,
      async stop() {
        await administer(server.url, `drop database if exists ${template} with (force)`);
        await server.stop();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
