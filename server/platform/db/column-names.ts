// SPDX-License-Identifier: Apache-2.0

/** Stays upper-case at the end of a name, as in the contract. */
const currencyAtEnd = /_(gc|xp)$/;
const wordStart = /(?<=[a-z0-9])_([a-z0-9])/g;

/**
 * The camelCase name of a column: `started_at` is `startedAt`, `entry_fee_gc` is `entryFeeGC`. The only place that
 * turns SQL's names into TypeScript's. Names that are not snake_case (`_id`, `QUERY PLAN`) and keys inside JSON stay.
 */
export function toCamelCase(column: string): string {
  return column
    .replace(currencyAtEnd, (_, currency: string) => currency.toUpperCase())
    .replace(wordStart, (_, first: string) => first.toUpperCase());
}
