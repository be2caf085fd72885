// SPDX-License-Identifier: Apache-2.0

import { Counter, Gauge, type Registry } from 'prom-client';
import type { LateReads } from '../db/late-reads.ts';

/** Whether a replica is used, how far behind it is, and which server answers late reads. */
export function tellReplica(registry: Registry, late: LateReads): void {
  new Gauge({
    name: 'database_replica_unfit',
    help: 'A replica is configured and not read from: it is away, too far behind, or no standby',
    registers: [registry],
    collect() {
      this.set(late.state()?.isUsed === false ? 1 : 0);
    },
  });
  new Gauge({
    name: 'database_replica_lag_seconds',
    help: 'By how much the replica is behind at the most; 0 where none is configured',
    registers: [registry],
    collect() {
      const state = late.state();
      this.set(state ? (state.lagMs ?? Number.POSITIVE_INFINITY) / 1_000 : 0);
    },
  });
  new Counter({
    name: 'late_reads_total',
    help: 'Reads that may be late, by who answered them',
    labelNames: ['by'],
    registers: [registry],
    collect() {
      this.reset();
      this.inc({ by: 'replica' }, late.counts.replica);
      this.inc({ by: 'primary' }, late.counts.primary);
    },
  });
}
