import type { Queryable } from '../../platform/db/database.ts';
import type { StatsAnswer } from './answer.ts';
import {
  type BudgetOptions,
  blockSource,
  isBlocked,
  reserveSlot,
  type Slot,
  type SlotUse,
  slotSpacingMs,
  unblockSource,
} from './budget-store.ts';
import type { GameStats } from './client.ts';

export type AccountReference = { id: string } | { name: string };

/** The game statistics behind the budget that all processes share. */
export interface StatsSource {
  /**
   * Reads one account as soon as the budget has room. Entries, and readings in the background, take their turns within a
   * process, each among themselves.
   * @param maxWaitMs answers `busy` when there is none so soon; of a reading counted from its turn on
   */
  read(account: AccountReference, use: SlotUse, maxWaitMs: number): Promise<StatsAnswer | Busy>;
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

const sleep = (ms: number) => new Promise((wake) => setTimeout(wake, Math.max(1, ms)));

export function createStatsSource({ db, stats, budget }: StatsSourceDeps): StatsSource {
  // Only the next slot is ever reserved: the one who reserved further ahead would take slots from the other use, and would
  // still ask after the source has said to stop.
  const aheadMs = slotSpacingMs(budget);

  async function waitForSlot(use: SlotUse, until: number): Promise<Slot> {
    for (;;) {
      const left = until - performance.now();
      if (left < 0) return { isReserved: false, retryInMs: Math.ceil(aheadMs) };
      const slot = await reserveSlot(db, budget, use, Math.min(aheadMs, left));
      if (slot.isReserved) {
        if (slot.waitMs === 0) return slot;
        await sleep(slot.waitMs);
        if (!(await isBlocked(db))) return slot;
      } else if (slot.retryInMs > left) return slot;
      else await sleep(slot.retryInMs - aheadMs);
    }
  }

  const entriesInTurn = inTurn();
  const readingsInTurn = inTurn();
  const slotFor = {
    entry(maxWaitMs: number) {
      const until = performance.now() + maxWaitMs;
      return entriesInTurn(() => waitForSlot('entry', until));
    },
    background: (maxWaitMs: number) =>
      readingsInTurn(() => waitForSlot('background', performance.now() + maxWaitMs)),
  };
  return {
    async read(account, use, maxWaitMs) {
      const slot = await slotFor[use](maxWaitMs);
      if (!slot.isReserved) return { kind: 'busy', retryInMs: slot.retryInMs };
      const answer = await ('id' in account ? stats.readById(account.id) : stats.readByName(account.name));
      if (answer.kind === 'rate-limited' || (answer.kind === 'fault' && answer.until)) {
        await blockSource(db, answer.until ?? null);
      } else if (answer.kind !== 'fault') await unblockSource(db);
      return answer;
    },
  };
}
