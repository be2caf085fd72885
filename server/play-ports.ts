// SPDX-License-Identifier: Apache-2.0

/** The ports of responsible play (see ports.ts). */
import type { SpendingKind } from '../contract/responsible-play.ts';
import type { Queryable, Tx } from './platform/db/database.ts';
import type { Refusal } from './platform/refusal.ts';

/**
 * What a player has spent in each way since then, less refunds: cents by card, those of open orders included, and coins on
 * entries.
 */
export type SpentSince = Record<
  SpendingKind,
  (db: Queryable, playerId: string, since: Date) => Promise<number>
>;

/** An entry or a card payment that a player is about to make; `amount` in the units of `SpentSince`. */
export interface Spending {
  playerId: string;
  kind: SpendingKind;
  amount: number;
}

/**
 * Whether a player may play and pay: rules, their own limits and pauses, the terms (docs/rules/responsible-play.md).
 */
export interface PlayGate {
  /** Call it before asking any outside service; it may have changed by the time of `hold`. */
  check(db: Queryable, spending: Spending): Promise<Refusal | undefined>;
  /**
   * Call it in the transaction that spends, before that writes what is counted: concurrent changes that bear on it wait
   * for its end.
   */
  hold(tx: Tx, spending: Spending): Promise<Refusal | undefined>;
  /** For a payment that was begun, so is already counted, but not paid yet: why it may no longer be paid. */
  checkBegun(db: Queryable, begun: Pick<Spending, 'playerId' | 'kind'>): Promise<Refusal | undefined>;
}

/** Pauses outlive the account in which they were set. */
export interface PlayPauses {
  /** Until when the player has paused; null: not paused. */
  findPauseEnd(tx: Tx, playerId: string, now: Date): Promise<Date | null>;
  /** Continues a pause in a new account. */
  resumePause(tx: Tx, playerId: string, until: Date, now: Date): Promise<void>;
}
