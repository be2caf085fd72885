// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';

/** Forms with a file send this object as JSON text. */
function unpacked(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/**
 * The values that the form showed for the fields it sends. If given, only fields that differ are changed. Without it,
 * everything sent is applied, as in the specification.
 */
export const loadedFields = z.preprocess(unpacked, z.record(z.string().max(60), z.unknown()).optional());
export type LoadedFields = z.output<typeof loadedFields>;

/**
 * True to undo the caller's own change. Refused as `changed_meanwhile` if somebody else has changed the same fields
 * since.
 */
export const isUndo = z.boolean().optional();
