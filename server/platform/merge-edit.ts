// SPDX-License-Identifier: Apache-2.0

import { isDeepStrictEqual } from 'node:util';
import type { LoadedFields } from '../../contract/edits.ts';
import { type Refusal, refuse } from './refusal.ts';

interface Edit<Fields extends object> {
  /** The values in the request. */
  sent: Fields;
  /** The values that the form showed when it was opened; without them, every sent value counts as edited. */
  loaded: LoadedFields;
  /** The current row, locked. */
  current: object;
}

/**
 * Merges an edit with what others saved since its form was opened: untouched fields keep their current values, edited
 * ones win. A field that both changed is a conflict.
 *
 * Refuses `changed_meanwhile` with `{ fields, current }`: the names, and the current values.
 */
export function mergeEdit<Fields extends object>({ sent, loaded, current }: Edit<Fields>): Fields | Refusal {
  if (!loaded) return sent;
  const conflicts = new Map<string, unknown>();
  const merged = mergeFields(sent, { loaded, current }, conflicts);
  if (conflicts.size === 0) return merged as Fields;
  const fields = [...conflicts.keys()].join(', ');
  return refuse('changed_meanwhile', { fields, current: Object.fromEntries(conflicts) });
}

type Values = Record<string, unknown>;

/**
 * Refuses `changed_meanwhile` if values differ from those that an approver saw: they agreed neither to overwriting
 * later changes nor to mixing with them.
 * @param shown as JSON
 */
export function requireAsShown(shown: unknown, current: object): Refusal | undefined {
  const [was, now] = [shown as Values, JSON.parse(JSON.stringify(current)) as Values];
  const fields = Object.keys({ ...was, ...now }).filter(
    (field) => !isDeepStrictEqual(was[field], now[field]),
  );
  if (fields.length === 0) return undefined;
  const values = Object.fromEntries(fields.map((field) => [field, now[field]]));
  return refuse('changed_meanwhile', { fields: fields.join(', '), current: values });
}

function mergeFields(
  sent: object,
  was: { loaded: object; current: object },
  conflicts: Map<string, unknown>,
): Values {
  const [loaded, current] = [was.loaded as Values, was.current as Values];
  const merged = Object.entries(sent).map(([field, mine]) => {
    if (!(field in loaded) || !(field in current)) return [field, mine];
    const [shown, now] = [loaded[field], current[field]];
    if (isObject(mine) && isObject(shown) && isObject(now)) {
      return [field, mergeFields(mine, { loaded: shown, current: now }, conflicts)];
    }
    if (isSame(mine, shown)) return [field, now];
    if (!isSame(shown, now) && !isSame(mine, now)) conflicts.set(field, now);
    return [field, mine];
  });
  return Object.fromEntries(merged);
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const moment = /^\d{4}-\d\d-\d\dT/;

/** Compares times regardless of their notation, and objects by the fields that both have. */
function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((part, place) => isSame(part, other[place]));
  }
  if (isObject(one) && isObject(other)) {
    return Object.entries(one).every(([field, value]) => !(field in other) || isSame(value, other[field]));
  }
  if (typeof one === 'string' && typeof other === 'string' && moment.test(one) && moment.test(other)) {
    return Date.parse(one) === Date.parse(other);
  }
  return one === other || (one == null && other == null);
}
