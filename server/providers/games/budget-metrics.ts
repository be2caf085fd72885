// SPDX-License-Identifier: Apache-2.0

import { Counter, Gauge, type Registry } from 'prom-client';
import type { Queryable } from '../../platform/db/database.ts';
import { readInTime } from '../../platform/figures.ts';
import { type KeyBudget, readKeyStates, type SlotUse, slotUses } from './source-budget-store.ts';

/** Requests of this process. Keys are labelled by the start of their digest, which reveals nothing about them. */
const requests = new Counter({
  name: 'statistics_requests_total',
  help: 'Requests for game statistics that this process made, by key and use',
  labelNames: ['key', 'use'],
  registers: [],
});

const shortName = (keyId: string) => keyId.slice(0, 6);

export function countRequest(keyId: string, use: SlotUse): void {
  requests.inc({ key: shortName(keyId), use });
}

/** Reports how often each key may be used and what it is waiting for; the last two are the same in every process. */
export function gaugeBudget(registry: Registry, db: Queryable, budgets: readonly KeyBudget[]): void {
  registry.registerMetric(requests);
  for (const { id } of budgets) for (const use of slotUses) requests.inc({ key: shortName(id), use }, 0);
  const registers = [registry];
  const labelNames = ['key'];
  new Gauge({
    name: 'statistics_requests_granted',
    help: 'Requests a second that each key is granted',
    labelNames,
    registers,
    collect() {
      for (const { id, requestsPerSecond } of budgets) this.set({ key: shortName(id) }, requestsPerSecond);
    },
  });
  const ids = budgets.map(({ id }) => id);
  const read = readInTime(() => readKeyStates(db, ids));
  const gauge = (name: string, help: string, figure: 'blockedSeconds' | 'aheadSeconds') =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        for (const state of (await read()) ?? []) this.set({ key: shortName(state.keyId) }, state[figure]);
      },
    });
  gauge(
    'statistics_blocked_seconds',
    'For how long the source asked for quiet by each key',
    'blockedSeconds',
  );
  gauge('statistics_ahead_seconds', 'How far the slots of each key are given away', 'aheadSeconds');
}
