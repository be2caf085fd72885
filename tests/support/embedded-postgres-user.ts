// SPDX-License-Identifier: Apache-2.0

/**
 * A process that uses the built-in PostgreSQL like the application, for tests that kill it: `node
 * embedded-postgres-user.ts DATA_DIR`. Prints the server's pid when it is ready. After SIGINT it still queries the
 * database, like a draining application, and prints the result before it exits.
 */
import pg from 'pg';
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres/start.ts';

const dataDir = process.argv[2];
if (dataDir === undefined) throw new Error('usage: embedded-postgres-user.ts DATA_DIR');

const server = await startEmbeddedPostgres({ dataDir, log: { info: () => {}, error: console.error } });
const keepAlive = setInterval(() => {}, 60_000);

process.once('SIGINT', async () => {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const answer = await client.query("select 'drained' as word");
  await client.end();
  await server.stop();
  console.log(answer.rows[0].word);
  clearInterval(keepAlive);
});

console.log(server.pid);
