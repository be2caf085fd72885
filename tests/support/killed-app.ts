// SPDX-License-Identifier: Apache-2.0

/**
 * Card payment webhooks and their jobs in a separate process, for a test that kills it. Prints its address when it is
 * ready. Argument: a `KilledApp` as JSON.
 */

import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { coinsDeps, coinsTasks } from '../../server/features/coins/feature.ts';
import { webhookRoute } from '../../server/features/coins/payments/webhook-route.ts';
import { systemClock } from '../../server/platform/clock.ts';
import { openDatabase } from '../../server/platform/db/database.ts';
import { createHttpServer } from '../../server/platform/http/server.ts';
import { startWorker } from '../../server/platform/jobs/worker.ts';
import { createLogger } from '../../server/platform/log.ts';

export interface KilledApp {
  databaseUrl: string;
  stripe: { apiBase: string; secretKey: string; webhookSecrets: readonly string[] };
}

const { databaseUrl, stripe }: KilledApp = JSON.parse(process.argv[2] ?? '');
const log = createLogger('silent');
const db = openDatabase(databaseUrl, { poolSize: 8 });
const coins = coinsDeps({
  db,
  clock: systemClock,
  log,
  appSecret: 'a secret for tests, long enough to be taken',
  stripe,
  xpPerTenCents: 1,
  firstCheckSeconds: 120,
});
const http = await createHttpServer({
  db,
  log,
  authenticate: async () => undefined,
  trustProxy: 0,
  rateLimitPerMinute: 100_000,
  maxCallWaitMs: 60_000,
  https: false,
});
webhookRoute(http, { ...coins, metrics: new Registry() });
await startWorker({
  connectionString: databaseUrl,
  pool: db.pool,
  tasks: coinsTasks(coins),
  concurrency: 4,
  log,
});
await http.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`http://127.0.0.1:${(http.server.address() as AddressInfo).port}\n`);
