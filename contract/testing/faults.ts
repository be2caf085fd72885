// SPDX-License-Identifier: Apache-2.0

import type { z } from 'zod';

/** Why a schema refuses a value: each fault with its field's name; undefined if it accepts the value. */
export function findFaults(schema: z.ZodType, value: unknown): string[] | undefined {
  return schema.safeParse(value).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}
