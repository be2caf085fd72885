// SPDX-License-Identifier: Apache-2.0

/** The ports of responsible play (see ports.ts). */
import type { SpendingKind } from '../contract/responsible-play.ts';
import type { Queryable, Tx } from './platform/db/database.ts';
import type { Refusal } from './platform/refusal.ts';

/**
 * What a player has spent since then, per kind and less refunds: cents by card, including open orders, and coins on
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
 * Whether a player may play and pay, given the rules, their own limits and pauses, and the terms
 * (docs/rules/responsible-play.md).
 */
export interface PlayGate {
  /** Call it before asking any outside service; the answer may have changed by the time of `hold`. */
  check(db: Queryable, spending: Spending): Promise<Refusal | undefined>;
  /**
   * Call it in the spending transaction, before it writes the rows that count towards limits. Concurrent changes of
   * those limits then wait until the transaction ends.
   */
  hold(tx: Tx, spending: Spending): Promise<Refusal | undefined>;
  /** For a payment that has begun but is not paid yet, so is already counted: why the player may no longer pay it. */
  checkBegun(db: Queryable, begun: Pick<Spending, 'playerId' | 'kind'>): Promise<Refusal | undefined>;
}

/** Pauses outlive the account that set them. */
export interface PlayPauses {
  /** Until when the player has paused; null: not paused. */
  findPauseEnd(tx: Tx, playerId: string, now: Date): Promise<Date | null>;
  /** Continues a pause in a new account. */
  resumePause(tx: Tx, playerId: string, until: Date, now: Date): Promise<void>;
}
