// SPDX-License-Identifier: Apache-2.0

import type { Queryable } from '../../platform/db/database.ts';
import {
  addKeys,
  blockKeys,
  clearRefusals,
  isBlocked,
  type KeyBudget,
  reserveSlot,
  type Shares,
  type Slot,
  type SlotUse,
  slotSpacingMs,
} from './source-budget-store.ts';

/** What an answer says about the budget. */
interface Outcome {
  kind: string;
  /** When the source accepts requests again, if it said so. */
  until?: Date | null;
  isKeyRefused?: true;
}

/** The turns of one process within the budget that all processes share. */
export interface Slots {
  /**
   * Waits for a slot. Entries queue among themselves, and so do background readings.
   * @param maxWaitMs for a reading the time starts at its turn
   * @param isNeeded asked at the turn: a caller that needs no slot any more passes its turn on
   */
  take(use: SlotUse, maxWaitMs: number, isNeeded?: () => boolean): Promise<Slot>;
  /** Keeps every process quiet where the answer asks for it. */
  obey(keyId: string, outcome: Outcome): Promise<void>;
}

/** Runs its work one after the other, in the order of the calls. */
function inTurn(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine;
    return mine;
  };
}

const sleep = (ms: number) => new Promise((wake) => setTimeout(wake, Math.max(1, ms)));

/** @param budgets at least one; a changed rate counts from the next slot on */
export function createSlots(db: Queryable, budgets: readonly KeyBudget[], shares: Shares): Slots {
  // Only the next slot is ever reserved: reserving further ahead would take slots from the other use, and requests would
  // still go out after the source has said to stop.
  const aheadMs = () => Math.max(...budgets.map(slotSpacingMs));
  let adding: Promise<void> | undefined;
  const addOnce = () => {
    adding ??= addKeys(db, budgets).catch((error) => {
      adding = undefined;
      throw error;
    });
    return adding;
  };

  async function waitForSlot(use: SlotUse, until: number): Promise<Slot> {
    for (;;) {
      const left = until - performance.now();
      if (left < 0) return { isReserved: false, retryInMs: Math.ceil(aheadMs()) };
      const slot = await reserveSlot(db, budgets, shares, use, Math.min(aheadMs(), left));
      if (slot.isReserved) {
        if (slot.waitMs === 0) return slot;
        await sleep(slot.waitMs);
        if (!(await isBlocked(db, slot.keyId))) return slot;
      } else if (slot.retryInMs > left) return slot;
      else await sleep(slot.retryInMs - aheadMs());
    }
  }

  const entriesInTurn = inTurn();
  const readingsInTurn = inTurn();
  return {
    async take(use, maxWaitMs, isNeeded = () => true) {
      await addOnce();
      const called = performance.now();
      const turn = use === 'entry' ? entriesInTurn : readingsInTurn;
      return turn(async () => {
        if (!isNeeded()) return { isReserved: false, retryInMs: 0 };
        return waitForSlot(use, (use === 'entry' ? called : performance.now()) + maxWaitMs);
      });
    },
    async obey(keyId, { kind, until, isKeyRefused }) {
      // A rate limit concerns one key, and so does a refused key; a source that is unavailable is unavailable to all.
      if (kind === 'rate-limited') await blockKeys(db, [keyId], until ?? null);
      else if (isKeyRefused) await blockKeys(db, [keyId], null);
      else if (kind === 'fault' && until)
        await blockKeys(
          db,
          budgets.map(({ id }) => id),
          until,
        );
      else if (kind !== 'fault') await clearRefusals(db, keyId);
    },
  };
}
