// SPDX-License-Identifier: Apache-2.0

/** The ports of player pages (see ports.ts). */
import type { Queryable } from './platform/db/database.ts';
import type { ListedWin } from './ports.ts';

/** A win on the page of the player who won it, with where it was won. */
export interface WinOnPage extends Pick<ListedWin, 'receiptId' | 'wonAt' | 'rewardGC' | 'description'> {
  challengeId: string;
  challengeType: string;
}

/**
 * The best of a player's finished challenges: kills in one match, wins in a row, coins in one reward; 0 without any.
 */
export interface BestFigures {
  kills: number;
  winsInRow: number;
  rewardGC: number;
}

/** What other features know about a player, as far as the player may share it. */
export interface PlayerPagePorts {
  /** Whether one of two players has blocked the other. */
  hasBlocked(db: Queryable, one: string, other: string): Promise<boolean>;
  /** The newest wins that the player lists publicly, without voided ones. */
  listWinsOf(db: Queryable, playerId: string, limit: number): Promise<WinOnPage[]>;
  countWins(db: Queryable, playerId: string): Promise<number>;
  getBestFigures(db: Queryable, playerId: string): Promise<BestFigures>;
  /** Ids of the achievements that the player holds, oldest first. */
  listReached(db: Queryable, playerId: string): Promise<string[]>;
}
