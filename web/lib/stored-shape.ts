// SPDX-License-Identifier: Apache-2.0

/**
 * Checks values from this browser's storage (stored-record.ts). Schemas could do it too, but every page would load
 * their library.
 */
export type Check<Value> = (value: unknown) => value is Value;

export const isText = (value: unknown): value is string => typeof value === 'string';
export const isYesOrNo = (value: unknown): value is boolean => typeof value === 'boolean';
export const isNumber = (value: unknown): value is number => Number.isFinite(value);
export const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
export const isCount = (value: unknown): value is number => isWhole(value) && value >= 1;
export const isAbsent = (value: unknown): value is undefined => value === undefined;
export const isNull = (value: unknown): value is null => value === null;

export const either =
  <One, Other>(one: Check<One>, other: Check<Other>): Check<One | Other> =>
  (value): value is One | Other =>
    one(value) || other(value);

export const isOneOf =
  <Value>(values: readonly Value[]): Check<Value> =>
  (value): value is Value =>
    values.includes(value as Value);

export const isListOf =
  <Item>(check: Check<Item>): Check<Item[]> =>
  (value): value is Item[] =>
    Array.isArray(value) && value.every(check);

/** Allows fields beyond the named ones. */
export const hasShape =
  <Shape extends object>(checks: { [Name in keyof Shape]-?: Check<Shape[Name]> }): Check<Shape> =>
  (value): value is Shape =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries<Check<unknown>>(checks).every(([name, check]) =>
      check((value as Record<string, unknown>)[name]),
    );
