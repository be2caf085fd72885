// SPDX-License-Identifier: Apache-2.0

import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Ids of events that were posted, so that one that comes again is not. */
export interface Seen {
  has(id: string): boolean;
  /** @returns false while somebody is at it */
  begin(id: string): boolean;
  end(id: string): void;
  keep(id: string): void;
}

/** FinalRing repeats an event for three days, and operators for thirty: this is more than a month of a busy channel. */
const maxKept = 50_000;

/** @param file outlives the process; its newest lines count */
export function openSeen(file: string): Seen {
  const lines = existsSync(file)
    ? readFileSync(file, 'utf8').split('\n').filter(Boolean).slice(-maxKept)
    : [];
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  const kept = new Set(lines);
  const under = new Set<string>();
  return {
    has: (id) => kept.has(id),
    begin: (id) => !under.has(id) && under.add(id).has(id),
    end: (id) => void under.delete(id),
    keep(id) {
      kept.add(id);
      appendFileSync(file, `${id}\n`);
    },
  };
}
