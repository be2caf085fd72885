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

/**
 * The message for a value outside its bounds: "Prize amount can’t be 0: enter a whole number from 1 to 1,000".
 * @param bounds such as "a whole number from 1 to 1,000"
 */
export function outside(name: string, bounds: string): { error: (fault: { input?: unknown }) => string } {
  return { error: ({ input }) => `${name} can’t be ${inWords(input)}: enter ${bounds}` };
}

function inWords(value: unknown): string {
  if (typeof value === 'number' && Number.isFinite(value)) return value.toLocaleString('en-US', allDigits);
  return typeof value === 'string' && value.trim() ? `“${value.slice(0, 40)}”` : 'empty';
}
const allDigits = { maximumFractionDigits: 20 };

/**
 * A whole number whose message says what was sent, the limits and the fix.
 * @param missing the message for an absent value; by default the same as for a wrong one
 */
export function wholeNumber(name: string, from: number, to: number, missing?: string) {
  // Creating an Intl formatter costs about ten milliseconds per page, even if it is never used.
  const most = String(to).replaceAll(/\B(?=(\d{3})+$)/g, ',');
  const rule = outside(name, `a whole number from ${from} to ${most}`);
  const kind = {
    error: (fault: { input?: unknown }) => (missing && ifMissing(missing).error(fault)) || rule.error(fault),
  };
  return z.int(kind).min(from, rule).max(to, rule);
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
