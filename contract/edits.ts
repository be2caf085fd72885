// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';

/** Forms with a file carry it as text. */
function unpacked(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/**
 * What the form of a row showed of the fields that it sends. With it only what differs from what was shown is changed: the
 * rest stays as it is by now. Without it everything that is sent counts, as the specification has it.
 */
export const loadedFields = z.preprocess(unpacked, z.record(z.string().max(60), z.unknown()).optional());
export type LoadedFields = z.output<typeof loadedFields>;
