// SPDX-License-Identifier: Apache-2.0

/** How amounts and counts are written, on screens, in messages and by commands. */

let whole: Intl.NumberFormat | undefined;
let rules: Intl.PluralRules | undefined;
let dollars: Intl.NumberFormat | undefined;

/** 2480 -> "2,480" */
export function formatAmount(amount: number): string {
  // Takes milliseconds to create, and most pages need few of them.
  whole ??= new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
  return whole.format(amount);
}

/** Chooses the text that fits a count: 1, 'is', 'are' -> "is" */
export function pluralForm(count: number, one: string, many: string): string {
  rules ??= new Intl.PluralRules('en-US');
  return rules.select(count) === 'one' ? one : many;
}

/** 1, 'match', 'matches' -> "1 match"; 1250, 'kill' -> "1,250 kills" */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatAmount(count)} ${pluralForm(count, one, many)}`;
}

/** 125000 -> "$1,250.00" */
export function formatUsd(cents: number): string {
  dollars ??= new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
  return dollars.format(cents / 100);
}
