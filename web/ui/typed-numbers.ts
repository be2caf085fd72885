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
