// SPDX-License-Identifier: Apache-2.0

import type { StatsReading } from '../../../contract/challenges.ts';
import type { FirstReading } from '../../../contract/games/schemas.ts';
import type { Logger } from '../../platform/log.ts';

/** The counters of one account in a reading. */
export type GameStats = Omit<StatsReading, 'kind' | 'takenAt'>;

/** The matches of an account that the publisher shows. Counts as of the request for the list. */
export type ShownMatches = Extract<FirstReading, { kind: 'matches' }>;

/** A source's answer about one game account. */
export type StatsAnswer =
  | { kind: 'stats'; account: { id: string; name: string }; stats: GameStats }
  | { kind: 'matches'; account: { id: string; name: string }; matches: ShownMatches }
  /** The account exists but has no match yet, so all counters are zero. The source doesn't give its id. */
  | { kind: 'never-played'; stats: GameStats }
  | { kind: 'unknown' }
  | { kind: 'private' }
  /** `until`, also in a fault: when the source accepts requests again, if it said so. */
  | { kind: 'rate-limited'; until: Date | null }
  /** `isKeyRefused`: the source rejects the key. */
  | { kind: 'fault'; detail: string; until?: Date; isKeyRefused?: true };

/**
 * The statistics of one game, asked with one key. Never throws: a failure of any kind is a `fault` whose detail contains no
 * secret. The caller reserves a slot of the shared budget (source-budget-store.ts) before each call.
 */
export interface GameClient {
  /** Statistics of the account with this display name, case-insensitive. */
  readByName(name: string): Promise<StatsAnswer>;
  /** The same by the account's permanent id. An answer about a different account is a fault. */
  readById(accountId: string): Promise<StatsAnswer>;
}

export interface GameClientOptions {
  baseUrl: string;
  apiKey: string;
  log: Logger;
  /** Time limit for the whole answer, including its body. */
  timeoutMs?: number;
}
