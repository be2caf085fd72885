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

/** The part of an answer that concerns the budget. */
interface Outcome {
  kind: string;
  /** When the source accepts requests again, if it said so. */
  until?: Date | null;
  isKeyRefused?: true;
}

/** The slots of one process within the budget shared by all processes. */
export interface Slots {
  /**
   * Waits for a slot. Entries queue among themselves, and so do background readings.
   * @param maxWaitMs for a reading the time starts at its turn
   * @param isNeeded asked at the turn: a caller that needs no slot any more passes its turn on
   */
  take(use: SlotUse, maxWaitMs: number, isNeeded?: () => boolean): Promise<Slot>;
  /** Blocks every process's requests if the answer asks for it. */
  obey(keyId: string, outcome: Outcome): Promise<void>;
}

/** Runs its work one after the other, in call order. */
function inTurn(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine;
    return mine;
  };
}

const sleep = (ms: number) => new Promise((wake) => setTimeout(wake, Math.max(1, ms)));

/** @param budgets at least one; a changed rate applies from the next slot on */
export function createSlots(db: Queryable, budgets: readonly KeyBudget[], shares: Shares): Slots {
  // Only the next slot is reserved. Reserving further ahead would take slots from the other use, and requests would
  // still go out after the source asked to stop.
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
      // A rate limit and a refused key concern one key. An unavailable source concerns all keys.
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
