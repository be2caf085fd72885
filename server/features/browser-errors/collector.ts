// SPDX-License-Identifier: Apache-2.0

import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { scrubMessage, scrubName, scrubPage } from '../../../contract/browser-errors.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/log.ts';
import { addErrors, type CountedError } from './browser-error-store.ts';

export interface Collector {
  /** Counts an error, scrubbed; false if it is dropped because too many were reported. */
  take(told: Pick<CountedError, 'name' | 'message' | 'place' | 'page'>, network: string): boolean;
  /** Adds the counts to those of all processes. */
  flush(): Promise<void>;
}

/** Errors per network: enough for a page that fails repeatedly, and a limit for senders of fabricated errors. */
const maxOfNetwork = 10;
const networkMs = 10 * 60_000;
const maxNetworks = 10_000;
/** The most kinds of errors that one process writes to the database at a time. */
const maxKinds = 50;

/**
 * Counts errors in memory and periodically adds them to their groups: a million browsers that break at the same moment
 * cost the database as much as one.
 */
export function createCollector({ db, clock, log }: { db: Queryable; clock: Clock; log: Logger }): Collector {
  const told = new LRUCache<string, number>({ max: maxNetworks, ttl: networkMs, noUpdateTTL: true });
  let counted = new Map<string, CountedError>();

  return {
    take(error, network) {
      const count = (told.get(network) ?? 0) + 1;
      if (count > maxOfNetwork) return false;
      told.set(network, count);
      const facts = {
        name: scrubName(error.name),
        message: scrubMessage(error.message),
        place: error.place,
        page: scrubPage(error.page),
      };
      const fingerprint = createHash('sha256').update(JSON.stringify(facts)).digest().subarray(0, 16);
      const key = fingerprint.toString('hex');
      const known = counted.get(key);
      if (known) known.seen += 1;
      else if (counted.size < maxKinds) counted.set(key, { ...facts, fingerprint, seen: 1 });
      return known !== undefined || counted.has(key);
    },
    async flush() {
      if (counted.size === 0) return;
      const errors = [...counted.values()];
      counted = new Map();
      for (const { fingerprint, ...error } of await addErrors(db, errors, clock.now())) {
        log.warn({ ...error, group: fingerprint.toString('hex') }, 'new browser error');
      }
    },
  };
}
