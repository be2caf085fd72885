// SPDX-License-Identifier: Apache-2.0

import { createHash } from 'node:crypto';
import type { Reading } from '../../../contract/challenges.ts';
import type { GameId } from '../../../contract/games/game.ts';
import type { FirstReading, GameTerms } from '../../../contract/games/schemas.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/log.ts';
import type { GameClient, GameClientOptions, StatsAnswer } from './answer.ts';
import { countRequest } from './budget-metrics.ts';
import { createSlots } from './slots.ts';
import {
  isResting,
  type KeyBudget,
  readKeyStates,
  type Shares,
  type SlotUse,
} from './source-budget-store.ts';

/** The readings of an attempt so far: a source of matches reads only newer ones. */
export interface AttemptHistory {
  initial: FirstReading;
  readings: readonly Reading[];
  terms: GameTerms | null;
}

export type AccountReference = { id: string } | { name: string };

/** The statistics of one game, behind the budget shared by all processes. */
export interface StatsSource {
  /**
   * Reads one account as soon as the budget has room. Entries queue among themselves within a process, and so do
   * background readings.
   * @param maxWaitMs answers `busy` if there is no room that soon; for a reading the time starts at its turn
   * @param getHistory of the attempt that is read; undefined at an entry
   */
  read(
    account: AccountReference,
    use: SlotUse,
    maxWaitMs: number,
    getHistory?: () => Promise<AttemptHistory>,
  ): Promise<StatsAnswer | Busy>;
  /** The accounts per second that can be read now, with the keys that the source neither rejects nor blocks. */
  freeRate(): Promise<number>;
  /** The budget of each of its keys. */
  budgets: readonly KeyBudget[];
}

/** The budget has no room; try again in `retryInMs`. */
export interface Busy {
  kind: 'busy';
  retryInMs: number;
}

/** A key, and how many requests per second the provider granted it. */
export interface StatsKey {
  key: string;
  requestsPerSecond: number;
}

/** Where the statistics of a game are read. */
export interface StatsAccess {
  baseUrl: string;
  /** At least one. */
  keys: readonly StatsKey[];
}

/** The games whose statistics are configured. No other game can be entered. */
export type StatsByGame = Readonly<Partial<Record<GameId, StatsAccess>>>;

/** The combined requests per second of all keys. */
export function totalRate(keys: readonly StatsKey[]): number {
  return keys.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0);
}

export interface SourceOptions extends StatsAccess {
  game: GameId;
  db: Queryable;
  clock: Clock;
  log: Logger;
  shares: Shares;
  timeoutMs?: number;
}

/** Identifies a key's budget; the key itself stays out of the database. */
export function toKeyId(key: string): string {
  return createHash('sha256').update(`game-stats ${key}`).digest('hex').slice(0, 16);
}

/** Requests per second of the keys that the source accepts now. */
export async function freeRateOf(db: Queryable, budgets: readonly KeyBudget[]): Promise<number> {
  const states = await readKeyStates(
    db,
    budgets.map(({ id }) => id),
  );
  const resting = new Set(states.filter(isResting).map(({ keyId }) => keyId));
  return budgets.reduce(
    (sum, { id, requestsPerSecond }) => sum + (resting.has(id) ? 0 : requestsPerSecond),
    0,
  );
}

interface StatsSourceOptions extends Omit<SourceOptions, 'clock'> {
  createClient(options: GameClientOptions): GameClient;
}

/** A source that is called for one account at a time. */
export function createStatsSource({
  game,
  db,
  keys,
  shares,
  createClient,
  ...options
}: StatsSourceOptions): StatsSource {
  const budgets: KeyBudget[] = keys.map(({ key, requestsPerSecond }) => ({
    id: toKeyId(key),
    requestsPerSecond,
  }));
  const clients = new Map<string, GameClient>(
    keys.map(({ key }) => [toKeyId(key), createClient({ ...options, apiKey: key })]),
  );
  const slots = createSlots(db, budgets, shares);
  return {
    freeRate: () => freeRateOf(db, budgets),
    budgets,
    async read(account, use, maxWaitMs) {
      const slot = await slots.take(use, maxWaitMs);
      if (!slot.isReserved) return { kind: 'busy', retryInMs: slot.retryInMs };
      const { keyId } = slot;
      const stats = clients.get(keyId) as GameClient;
      countRequest(game, keyId, use);
      const answer = await ('id' in account ? stats.readById(account.id) : stats.readByName(account.name));
      await slots.obey(keyId, answer);
      return answer;
    },
  };
}
