// SPDX-License-Identifier: Apache-2.0

/** The ports of responsible play (see ports.ts). */
import type { SpendingKind } from '../contract/responsible-play.ts';
import type { Queryable, Tx } from './platform/db/database.ts';
import type { Refusal } from './platform/refusal.ts';

/** What a player spent in each way since then, less what went back: cents by card, coins on entries. */
export type SpentSince = Record<
  SpendingKind,
  (db: Queryable, playerId: string, since: Date) => Promise<number>
>;

/** An entry or a card payment that a player is about to make; `amount` as `SpentSince` counts. */
export interface Spending {
  playerId: string;
  kind: SpendingKind;
  amount: number;
}

/** Whether a player may play and pay: by the rules, their own limits and pauses, and the terms (docs/rules.md, Responsible play). */
export interface PlayGate {
  /** Before anybody outside is asked; by the time it counts it may be otherwise. */
  check(db: Queryable, spending: Spending): Promise<Refusal | undefined>;
  /** In the transaction that spends, before it writes what is counted: what else bears on it waits for its end. */
  hold(tx: Tx, spending: Spending): Promise<Refusal | undefined>;
  /** Of what was begun, is counted already and is not paid yet: why it may not be paid any more. */
  checkBegun(db: Queryable, begun: Pick<Spending, 'playerId' | 'kind'>): Promise<Refusal | undefined>;
}

/** Pauses outlive the account in which they began. */
export interface PlayPauses {
  /** Until when the player has paused; null: not paused. */
  findPauseEnd(tx: Tx, playerId: string, now: Date): Promise<Date | null>;
  /** Goes on with a pause in a new account. */
  resumePause(tx: Tx, playerId: string, until: Date, now: Date): Promise<void>;
}
