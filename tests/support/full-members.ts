// SPDX-License-Identifier: Apache-2.0

/**
 * Two processes behind one address, each of which accepts a single connection. Reports the port, and each process's
 * warnings, to its parent.
 */
import cluster from 'node:cluster';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Database } from '../../server/platform/db/database.ts';
import { createHttpServer } from '../../server/platform/http/server.ts';
import type { Logger } from '../../server/platform/log.ts';

const members = 2;

async function serve(): Promise<void> {
  const log = {
    child: () => log,
    warn: (_facts: unknown, message: string) => process.send?.({ warned: message }),
  } as unknown as Logger;
  for (const level of ['fatal', 'error', 'info', 'debug', 'trace'] as const) log[level] = () => {};
  const app = await createHttpServer({
    // Never used: only the rate limit would query it, and no call is made.
    db: { pool: { options: { max: 1 } } } as unknown as Database,
    log,
    authenticate: async () => undefined,
    trustProxy: 0,
    rateLimitPerMinute: 1_000,
    maxCallWaitMs: 1_000,
    https: false,
  });
  app.server.maxConnections = 1;
  await app.listen({ host: '127.0.0.1', port: 0 });
  process.send?.({ port: (app.server.address() as AddressInfo).port });
}

if (cluster.isPrimary) {
  let isServing = 0;
  for (let started = 0; started < members; started++) {
    cluster.fork().on('message', (message: { port?: number }) => {
      if (message.port === undefined || ++isServing === members) process.send?.(message);
    });
  }
  await once(process, 'disconnect');
  process.exit();
} else {
  await serve();
}
