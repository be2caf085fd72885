// SPDX-License-Identifier: Apache-2.0

import { storedRecord } from '../../../lib/stored-record.ts';
import { either, hasShape, isAbsent, isCount, isText } from '../../../lib/stored-shape.ts';

/**
 * The log as this browser last saw it. It stays when its player signs out: it says nothing about anybody, and it is only
 * useful if it is still there later.
 */
export interface KeptLog {
  origin: string;
  size: number;
  root: string;
  keyId: string;
  publicKey?: string | undefined;
  /** ISO 8601. */
  seenAt: string;
}

export const seenLog = storedRecord(
  'sealedLog',
  hasShape<KeptLog>({
    origin: isText,
    size: isCount,
    root: isText,
    keyId: isText,
    publicKey: either(isText, isAbsent),
    seenAt: isText,
  }),
);

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
