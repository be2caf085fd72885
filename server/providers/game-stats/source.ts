import type { Queryable } from '../../platform/db/database.ts';
import type { StatsAnswer } from './answer.ts';
import {
  type BudgetOptions,
  blockSource,
  reserveSlot,
  type Slot,
  type SlotUse,
  unblockSource,
} from './budget-store.ts';
import type { GameStats } from './client.ts';

export type AccountReference = { id: string } | { name: string };

/** The game statistics behind the budget that all processes share. */
export interface StatsSource {
  /**
   * Reads one account as soon as the budget has room. Readings in the background take their turns within a process.
   * @param waitAtMostMs answers `busy` when there is none so soon, counted from the turn on
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

/** Runs what it is given one after the other, in the order in which it is asked. */
function inTurn(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine;
    return mine;
  };
}

export function createStatsSource({ db, stats, budget }: StatsSourceDeps): StatsSource {
  const waitForSlot = async (use: SlotUse, waitAtMostMs: number): Promise<Slot> => {
    const slot = await reserveSlot(db, budget, use, waitAtMostMs);
    if (slot.isReserved && slot.waitMs > 0) await new Promise((wake) => setTimeout(wake, slot.waitMs));
    return slot;
  };
  // Together they would reserve far ahead, in any order and before entries, and most would be sent away again.
  const oneByOne = inTurn();
  return {
    async read(account, use, waitAtMostMs) {
      const slot =
        use === 'entry'
          ? await waitForSlot(use, waitAtMostMs)
          : await oneByOne(() => waitForSlot(use, waitAtMostMs));
      if (!slot.isReserved) return { kind: 'busy', retryInMs: slot.retryInMs };
      const answer = await ('id' in account ? stats.readById(account.id) : stats.readByName(account.name));
      if (answer.kind === 'rate-limited') await blockSource(db, answer.until);
      else if (answer.kind !== 'fault') await unblockSource(db);
      return answer;
    },
  };
}
