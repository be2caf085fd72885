// SPDX-License-Identifier: Apache-2.0

import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../db/database.ts';
import { readInTime } from '../figures.ts';
import { readJobCounts } from './job-counts.ts';

/**
 * Reports the last counts of jobs at each scrape. Every process reports the same, so aggregate with `max`. While the
 * database is unavailable, the last counts stay.
 */
export function gaugeJobs(registry: Registry, db: Database): void {
  const read = readInTime(() => readJobCounts(db));
  new Gauge({
    name: 'job_oldest_waiting_seconds',
    help: 'Seconds that the oldest waiting job of a task has been due',
    labelNames: ['task'],
    registers: [registry],
    async collect() {
      const counts = await read();
      if (!counts) return;
      this.reset();
      for (const { task, waitingSeconds } of counts) this.set({ task }, waitingSeconds);
    },
  });
  new Gauge({
    name: 'jobs',
    help: 'Jobs that are waiting, running or scheduled',
    labelNames: ['task', 'state'],
    registers: [registry],
    async collect() {
      const counts = await read();
      if (!counts) return;
      this.reset();
      for (const { task, waiting, running, scheduled } of counts) {
        this.set({ task, state: 'waiting' }, waiting);
        this.set({ task, state: 'running' }, running);
        this.set({ task, state: 'scheduled' }, scheduled);
      }
    },
  });
}
