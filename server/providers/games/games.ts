// SPDX-License-Identifier: Apache-2.0

import type { GameId } from '../../../contract/games/game.ts';
import { gameIds } from '../../../contract/games/games.ts';
import type { Finding } from '../../platform/finding.ts';
import type { OutsideService } from '../../platform/outside-call.ts';
import { checkFortnite } from './fortnite/check-fortnite.ts';
import { createFortniteClient } from './fortnite/client.ts';
import { checkPubg } from './pubg/check-pubg.ts';
import { mostPlayersAtOnce } from './pubg/client.ts';
import { createPubgStatsSource } from './pubg/stats-source.ts';
import {
  createStatsSource,
  type SourceOptions,
  type StatsAccess,
  type StatsByGame,
  type StatsSource,
  totalRate,
} from './source.ts';
import type { SlotUse } from './source-budget-store.ts';

export interface GameProvider {
  /** Its name in the log, in metrics and for the status page. */
  service: OutsideService;
  /** How many accounts one request can read. */
  accountsPerRequest: number;
  /**
   * How long an entry and a running job wait for their turn, in real time. A job that would wait longer goes back to the
   * queue.
   */
  maxWaitMs: Readonly<Record<SlotUse, number>>;
  createSource(options: SourceOptions): StatsSource;
  /** Whether the source accepts our keys, one finding each (`finalring doctor`). */
  check(source: StatsAccess): Promise<Finding[]>;
}

/** What reads the statistics of each game. */
export const gameProviders: Readonly<Record<GameId, GameProvider>> = {
  fortnite: {
    service: 'game-stats',
    accountsPerRequest: 1,
    maxWaitMs: { entry: 4_000, background: 2_000 },
    createSource: (options) => createStatsSource({ ...options, createClient: createFortniteClient }),
    check: checkFortnite,
  },
  pubg: {
    service: 'pubg-stats',
    accountsPerRequest: mostPlayersAtOnce,
    // With 10 requests a minute, entries have a slot every 13 seconds, which up to ten of them share.
    maxWaitMs: { entry: 14_000, background: 8_000 },
    createSource: createPubgStatsSource,
    check: checkPubg,
  },
};

/** With four platforms, a simulation fills nine tenths of the requests (tests/support/record-season.ts). */
const waitingRequests = 6;

/**
 * Default number of jobs that a process runs at the same time: ten of any kind, plus for each game one for each reading
 * per second, since a reading occupies a worker for its turn and its call, usually no more than a second. Readings that
 * share a request fill it only if each has a worker to wait in, beside those of other platforms and those being answered.
 * Each idle worker polls for jobs by itself, so there are at most a hundred; beyond that it takes more processes.
 */
export function jobsAtOnce(stats: StatsByGame): number {
  const readers = gameIds.map((game) => {
    const { accountsPerRequest } = gameProviders[game];
    const { keys } = stats[game] ?? {};
    const waiting = accountsPerRequest > 1 ? waitingRequests * accountsPerRequest : 0;
    return keys ? waiting + Math.ceil(accountsPerRequest * totalRate(keys)) : 0;
  });
  return Math.min(100, 10 + readers.reduce((sum, needed) => sum + needed, 0));
}
