// SPDX-License-Identifier: Apache-2.0

import type { SpendingKind, SpendingPeriod } from '../../../contract/responsible-play.ts';

/** A pause from playing; of several of one player the one that ends last counts. */
export interface NotedPause {
  playerId: string;
  until: string;
}

/** A player's limit since `changedAt`, with the looser one that waits. */
export interface NotedLimit {
  playerId: string;
  spends: SpendingKind;
  period: SpendingPeriod;
  amount: number | null;
  nextAmount: number | null;
  nextAt: string | null;
  changedAt: string;
}

/** Written by triggers of `play_pauses` and `spending_limits`. */
declare module '../../platform/journal/journal.ts' {
  interface JournalEntries {
    paused: NotedPause;
    limit: NotedLimit;
  }
}
