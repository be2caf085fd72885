// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';

const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;

/** A number that came as text; anything else stays as it is, so that the schema refuses it with the true reason. */
export function readNumber(value: unknown): unknown {
  return typeof value === 'string' && decimal.test(value.trim()) ? Number(value) : value;
}

/** For forms and addresses, which send numbers as text. */
export function asNumber<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(readNumber, schema);
}

/** The words for a value that is missing. Everything else that can be wrong with it has the words of words.ts. */
export function ifMissing(words: string): { error: (fault: { input?: unknown }) => string | undefined } {
  return {
    error: ({ input }) => {
      const isEmpty = typeof input === 'string' && input.trim() === '';
      return input === undefined || input === null || isEmpty ? words : undefined;
    },
  };
}
