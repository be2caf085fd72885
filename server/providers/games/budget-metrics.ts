// SPDX-License-Identifier: Apache-2.0

import { Counter, Gauge, type Registry } from 'prom-client';
import type { GameId } from '../../../contract/games/game.ts';
import { gameIds } from '../../../contract/games/games.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { readInTime } from '../../platform/figures.ts';
import { type KeyBudget, readKeyStates, type SlotUse, slotUses } from './source-budget-store.ts';

/** Requests of this process. Keys are labelled by the start of their digest, which reveals nothing about them. */
const requests = new Counter({
  name: 'statistics_requests_total',
  help: 'Requests for game statistics by this process, by game, key and use',
  labelNames: ['game', 'key', 'use'],
  registers: [],
});

const toLabels = (game: GameId, keyId: string) => ({ game, key: keyId.slice(0, 6) });

export function countRequest(game: GameId, keyId: string, use: SlotUse): void {
  requests.inc({ ...toLabels(game, keyId), use });
}

/**
 * Reports each key's granted rate, and how long it is blocked and reserved ahead. The last two are the same in every
 * process.
 */
export function gaugeBudgets(
  registry: Registry,
  db: Queryable,
  games: Readonly<Record<GameId, { source: { budgets: readonly KeyBudget[] } }>>,
): void {
  registry.registerMetric(requests);
  const keys = gameIds.flatMap((game) =>
    games[game].source.budgets.map((budget) => ({ budget, labels: toLabels(game, budget.id) })),
  );
  for (const { labels } of keys) for (const use of slotUses) requests.inc({ ...labels, use }, 0);
  const registers = [registry];
  const labelNames = ['game', 'key'];
  new Gauge({
    name: 'statistics_requests_granted',
    help: 'Requests per second that each key allows',
    labelNames,
    registers,
    collect() {
      for (const { labels, budget } of keys) this.set(labels, budget.requestsPerSecond);
    },
  });
  const ids = keys.map(({ budget }) => budget.id);
  const labelsOf = new Map(keys.map(({ budget, labels }) => [budget.id, labels]));
  const read = readInTime(() => readKeyStates(db, ids));
  const gauge = (name: string, help: string, figure: 'blockedSeconds' | 'aheadSeconds') =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        for (const { keyId, [figure]: value } of (await read()) ?? [])
          this.set(labelsOf.get(keyId) ?? {}, value);
      },
    });
  gauge(
    'statistics_blocked_seconds',
    'Seconds until the source accepts requests of each key again',
    'blockedSeconds',
  );
  gauge('statistics_ahead_seconds', 'Seconds until the next free slot of each key', 'aheadSeconds');
}
