// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';

const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;

/** Converts text to a number. Leaves anything else unchanged, so that the schema reports the real fault. */
export function readNumber(value: unknown): unknown {
  return typeof value === 'string' && decimal.test(value.trim()) ? Number(value) : value;
}

/** For forms and query strings, which send numbers as text. */
export function asNumber<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(readNumber, schema);
}

/** The message for a missing value. All other faults use the messages of words.ts. */
export function ifMissing(words: string): { error: (fault: { input?: unknown }) => string | undefined } {
  return {
    error: ({ input }) => {
      const isEmpty = typeof input === 'string' && input.trim() === '';
      return input === undefined || input === null || isEmpty ? words : undefined;
    },
  };
}
