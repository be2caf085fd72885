// SPDX-License-Identifier: Apache-2.0

import { storedRecord } from '../../../lib/stored-record.ts';
import { either, hasShape, isAbsent, isCount, isText } from '../../../lib/stored-shape.ts';

/**
 * The log as this browser last saw it. Kept after signing out: it contains nothing personal, and is only useful if it
 * still exists later.
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

/** The log as this browser saw it before this visit, which is how readers understand "before". */
export function readSeenBefore(): KeptLog | null {
  if (before === undefined) before = seenLog.read();
  return before;
}

export function forgetSeen(): void {
  seenLog.write(null);
  before = null;
}
