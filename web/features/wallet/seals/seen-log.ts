// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { storedRecord } from '../../../lib/stored-record.ts';

/**
 * The log as this browser last saw it. It stays when its player signs out: it says nothing about anybody, and it is only
 * useful if it is still there later.
 */
export const seenLog = storedRecord(
  'sealedLog',
  z.object({
    origin: z.string(),
    size: z.int().positive(),
    root: z.string(),
    keyId: z.string(),
    publicKey: z.string().optional(),
    /** ISO 8601. */
    seenAt: z.string(),
  }),
);
export type KeptLog = NonNullable<ReturnType<typeof seenLog.read>>;

let before: KeptLog | null | undefined;

/** What this browser had seen before this visit, which is what readers take it to mean. */
export function readSeenBefore(): KeptLog | null {
  if (before === undefined) before = seenLog.read();
  return before;
}

export function forgetSeen(): void {
  seenLog.write(null);
  before = null;
}
