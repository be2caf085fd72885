// SPDX-License-Identifier: Apache-2.0

import { getCountry, states } from '../../../contract/regions.ts';
import { forGood, type SpendingKind, type SpendingPeriod } from '../../../contract/responsible-play.ts';
import { toCents } from '../../lib/dollars.ts';
import { formatAmount, formatDateTime, formatPrice } from '../../lib/format.ts';

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

export function regionName(region: string): string {
  const country = countryNames.of(getCountry(region)) ?? region;
  const state = states[region];
  return state ? `${country}: ${state}` : country;
}

/** Sorted by name, for lists. */
export function sortRegions(regions: readonly string[]): [region: string, name: string][] {
  return regions
    .map((region): [string, string] => [region, regionName(region)])
    .sort(([, one], [, other]) => one.localeCompare(other, 'en'));
}

export const kindWords: Record<SpendingKind, { title: string; text: string }> = {
  payment: { title: 'Coins by card', text: 'Your card payments in dollars, minus refunds.' },
  entry: { title: 'Challenges', text: 'Your entry fees in coins, minus refunds.' },
};

export const periodWords: Record<SpendingPeriod, string> = {
  day: '24 hours',
  week: '7 days',
  month: '30 days',
};

/** An amount of cents or coins as text. */
export function formatSpending(kind: SpendingKind, amount: number): string {
  return kind === 'payment' ? formatPrice(amount / 100) : `${formatAmount(amount)} GC`;
}

/** Parses a limit's field: dollars or coins; empty means no limit. Undefined if invalid. */
export function readAmount(kind: SpendingKind, typed: string): number | null | undefined {
  const text = typed.trim();
  if (text === '') return null;
  if (kind === 'payment') return toCents(text);
  return /^\d{1,12}$/.test(text) ? Number(text) : undefined;
}

/** When and how a pause ends. */
export function pauseWords(until: string): string {
  return until === forGood ? 'for good' : `until ${formatDateTime(until)}`;
}
