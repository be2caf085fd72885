// SPDX-License-Identifier: Apache-2.0

import { Gauge, type Registry } from 'prom-client';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { readInTime } from '../../platform/figures.ts';
import { readBacklog } from './webhook-send-store.ts';

/**
 * Reports the webhook backlog at each scrape, the same in every process. While the database is unavailable, the last
 * figures stay.
 */
export function gaugeWebhooks(registry: Registry, { db, clock }: { db: Database; clock: Clock }): void {
  const read = readInTime(() => readBacklog(db));
  const oldest = new Gauge({
    name: 'outgoing_webhooks_oldest_seconds',
    help: 'Since when the oldest event waits that has not got through, of all webhooks that are on',
    registers: [registry],
  });
  new Gauge({
    name: 'outgoing_webhooks_waiting',
    help: 'Events that wait to be sent by webhooks that are on',
    registers: [registry],
    async collect() {
      const backlog = await read();
      if (!backlog) return;
      const { waiting, since } = backlog;
      this.set(waiting);
      oldest.set(since ? (clock.now().getTime() - since.getTime()) / 1000 : 0);
    },
  });
}
