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
    help: 'Seconds that the oldest undelivered event of active webhooks has waited',
    registers: [registry],
  });
  new Gauge({
    name: 'outgoing_webhooks_waiting',
    help: 'Events waiting for delivery by active webhooks',
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
