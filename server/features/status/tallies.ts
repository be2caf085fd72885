// SPDX-License-Identifier: Apache-2.0

import type { StatusPart } from '../../../contract/status.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { readOutsideCalls } from '../../platform/outside-call.ts';
import { addTallies, type Tally } from './status-store.ts';

export interface Tallies {
  /** Counts a player's call to a part, and whether it was answered without a failure of ours. */
  count(part: StatusPart, isGood: boolean): void;
  /** Adds this process's new counts to the counts of all processes. */
  flush(): Promise<void>;
}

/** This process's counts that are not in the shared counts yet. */
export function createTallies({ db, clock }: { db: Queryable; clock: Clock }): Tallies {
  let counted = new Map<string, Tally>();
  /** Outside calls already added. Their counters, for /metrics, grow as long as the process runs. */
  const told = new Map<string, number>();

  const add = (subject: string, isGood: boolean, times = 1): void => {
    const tally = counted.get(subject) ?? { subject, good: 0, bad: 0 };
    tally[isGood ? 'good' : 'bad'] += times;
    counted.set(subject, tally);
  };

  async function addOutsideCalls(): Promise<void> {
    for (const { provider, outcome, calls } of await readOutsideCalls()) {
      const key = `${provider} ${outcome}`;
      const since = calls - (told.get(key) ?? 0);
      told.set(key, calls);
      if (since > 0) add(provider, outcome === 'answered', since);
    }
  }

  return {
    count: (part, isGood) => add(part, isGood),
    async flush() {
      await addOutsideCalls();
      if (counted.size === 0) return;
      const given = counted;
      counted = new Map();
      try {
        await addTallies(db, [...given.values()], clock.now());
      } catch (error) {
        // They are added together with the counts until the next flush.
        for (const { subject, good, bad } of given.values()) {
          add(subject, true, good);
          add(subject, false, bad);
        }
        throw error;
      }
    },
  };
}
