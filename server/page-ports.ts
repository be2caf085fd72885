// SPDX-License-Identifier: Apache-2.0

/** The ports of players' pages (see ports.ts). */
import type { Queryable } from './platform/db/database.ts';
import type { ListedWin } from './ports.ts';

/** A listed win of a player whom the page names anyway, with where it was won. */
export interface WinOnPage extends Pick<ListedWin, 'receiptId' | 'wonAt' | 'rewardGC' | 'description'> {
  challengeId: string;
  challengeType: string;
}

/** The best of a player's finished challenges: kills in one match, wins in a row, coins in one reward; 0 where there is none. */
export interface BestFigures {
  kills: number;
  winsInRow: number;
  rewardGC: number;
}

/** What other features know of a player that the player may let others see. */
export interface PlayerPagePorts {
  /** Whether one of two players has blocked the other. */
  hasBlocked(db: Queryable, one: string, other: string): Promise<boolean>;
  /** The newest wins that the player lets be listed; none that was voided. */
  listWinsOf(db: Queryable, playerId: string, limit: number): Promise<WinOnPage[]>;
  countWins(db: Queryable, playerId: string): Promise<number>;
  getBestFigures(db: Queryable, playerId: string): Promise<BestFigures>;
  /** Ids of the achievements that the player holds, the oldest first. */
  listReached(db: Queryable, playerId: string): Promise<string[]>;
}
