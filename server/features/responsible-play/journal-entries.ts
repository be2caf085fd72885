// SPDX-License-Identifier: Apache-2.0

/** A pause from playing; of several of one player the one that ends last counts. */
export interface NotedPause {
  playerId: string;
  until: string;
}

/** Written by a trigger of `play_pauses`. */
declare module '../../platform/journal/journal.ts' {
  interface JournalEntries {
    paused: NotedPause;
  }
}
