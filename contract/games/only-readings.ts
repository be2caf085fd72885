// SPDX-License-Identifier: Apache-2.0

import type { Reading } from '../challenges.ts';

type Only<Kind extends Reading['kind']> = Extract<Reading, { kind: Kind }>;

/** An attempt has readings of its own game only. */
export function only<Kind extends Reading['kind']>(reading: Reading, ...kinds: readonly Kind[]): Only<Kind> {
  if ((kinds as readonly string[]).includes(reading.kind)) return reading as Only<Kind>;
  throw new Error(`A reading of another game: ${reading.kind}`);
}
