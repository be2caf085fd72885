// SPDX-License-Identifier: Apache-2.0

import { type FieldValues, set } from 'react-hook-form';
import { readNumber } from '../../contract/sent-numbers.ts';

/**
 * Typed text as a number: undefined if empty, and NaN, which every schema refuses, for text that the server would
 * refuse.
 */
export function toNumber(typed: unknown): number | undefined {
  if (typed === '' || typed === null || typed === undefined) return undefined;
  const number = readNumber(typed);
  return typeof number === 'number' ? number : Number.NaN;
}

/**
 * Parses a typed balance. A plain number is the new balance. A signed number changes the current balance, which may
 * precede it: "+250" and "500+250" both add 250. An unchanged negative balance is no change. Points are refused,
 * because "1.000" could mean a thousand.
 */
export function toBalance(typed: unknown, present: number): number | undefined {
  if (typeof typed !== 'string') return toNumber(typed);
  const text = typed.trim();
  if (text.includes('.')) return Number.NaN;
  const change = new RegExp(`^(?:${present})?\\s*([+-])\\s*(\\d.*)?$`).exec(text);
  if (!change || text === String(present)) return toNumber(text);
  const size = toNumber(change[2]) ?? Number.NaN;
  return present + (change[1] === '-' ? -size : size);
}

/**
 * A form's values, with NaN where the browser can't read the text ("50,000"): it reports an empty text, which would
 * count as missing.
 */
export function withUnreadNumbers<Values extends FieldValues>(
  values: Values,
  inputs: readonly Pick<HTMLInputElement, 'name' | 'type' | 'validity'>[],
): Values {
  const unread = inputs.filter(({ type, validity }) => type === 'number' && validity.badInput);
  if (unread.length === 0) return values;
  const marked = structuredClone(values);
  for (const { name } of unread) set(marked, name, Number.NaN);
  return marked;
}
