// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';

/** A form that uploads a file sends it as text. */
function unpacked(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/**
 * The values that the form showed for the fields it sends. If given, only fields that differ from it are changed, and the
 * rest keep their current values. Without it, everything that is sent is applied, as in the specification.
 */
export const loadedFields = z.preprocess(unpacked, z.record(z.string().max(60), z.unknown()).optional());
export type LoadedFields = z.output<typeof loadedFields>;

/** True to take back the caller's own change; refused as `changed_meanwhile` if somebody else has changed the same since. */
export const isUndo = z.boolean().optional();
