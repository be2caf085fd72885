// SPDX-License-Identifier: Apache-2.0

/** One changed field. Undefined means that the field was missing. */
export interface Difference {
  field: string;
  before: string | undefined;
  after: string | undefined;
}

/** The differences between two states in the log, field by field. Nested fields are named by their path. */
export function differences(before: unknown, after: unknown): Difference[] {
  const was = pickFields(before);
  const is = pickFields(after);
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((field) => ({ field, before: was.get(field), after: is.get(field) }))
    .filter((difference) => difference.before !== difference.after);
}

/** Values by their path: `{ a: { b: 1 } }` -> `a.b: "1"`. Lists of plain values stay together. */
function pickFields(state: unknown, path: readonly string[] = []): Map<string, string> {
  if (state === null || state === undefined) {
    return path.length ? new Map([[path.join('.'), 'none']]) : new Map();
  }
  if (typeof state !== 'object' || isPlainList(state)) {
    return new Map([[path.join('.') || 'value', toText(state)]]);
  }
  const entries = Object.entries(state);
  if (entries.length === 0 && path.length) return new Map([[path.join('.'), 'none']]);
  return new Map(entries.flatMap(([field, value]) => [...pickFields(value, [...path, field])]));
}

function isPlainList(value: object): value is unknown[] {
  return Array.isArray(value) && value.every((item) => item === null || typeof item !== 'object');
}

function toText(value: unknown): string {
  if (Array.isArray(value)) return value.length ? value.join(', ') : 'none';
  if (value === '') return 'empty';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}
