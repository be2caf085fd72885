import type { Queryable } from '../../platform/db/database.ts';
import type { StatsAnswer } from './answer.ts';
import { type BudgetOptions, blockSource, reserveSlot, type SlotUse, unblockSource } from './budget-store.ts';
import type { GameStats } from './client.ts';

export type AccountReference = { id: string } | { name: string };

/** The game statistics behind the budget that all processes share. */
export interface StatsSource {
  /**
   * Reads one account as soon as the budget has room.
   * @param waitAtMostMs answers `busy` when there is none so soon
   */
  read(account: AccountReference, use: SlotUse, waitAtMostMs: number): Promise<StatsAnswer | Busy>;
}

/** The budget has no room; asking again makes sense in `retryInMs`. */
export interface Busy {
  kind: 'busy';
  retryInMs: number;
}

export interface StatsSourceDeps {
  db: Queryable;
  stats: GameStats;
  budget: BudgetOptions;
}

export function createStatsSource({ db, stats, budget }: StatsSourceDeps): StatsSource {
  return {
    async read(account, use, waitAtMostMs) {
      const slot = await reserveSlot(db, budget, use, waitAtMostMs);
      if (!slot.isReserved) return { kind: 'busy', retryInMs: slot.retryInMs };
      if (slot.waitMs > 0) await new Promise((wake) => setTimeout(wake, slot.waitMs));
      const answer = await ('id' in account ? stats.readById(account.id) : stats.readByName(account.name));
      if (answer.kind === 'rate-limited') await blockSource(db, answer.until);
      else if (answer.kind !== 'fault') await unblockSource(db);
      return answer;
    },
  };
}
