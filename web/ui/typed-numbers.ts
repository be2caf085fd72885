// SPDX-License-Identifier: Apache-2.0

import { type FieldValues, set } from 'react-hook-form';
import { readNumber } from '../../contract/sent-numbers.ts';

/** What was typed as a number: undefined if nothing was, and NaN, which every schema refuses, for what the server refuses. */
export function toNumber(typed: unknown): number | undefined {
  if (typed === '' || typed === null || typed === undefined) return undefined;
  const number = readNumber(typed);
  return typeof number === 'number' ? number : Number.NaN;
}

/**
 * A typed balance: a number is the new one, and one with a sign changes the present one, before which it may stand: "+250" and
 * "500+250" add 250. A debt that is left as it stands is no change. A point is refused: "1.000" may be meant as a thousand.
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
 * A form's values with NaN where a browser cannot read what was typed ("50,000"): it hands over an empty text, which would
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
