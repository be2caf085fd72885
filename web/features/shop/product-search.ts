// SPDX-License-Identifier: Apache-2.0

import type { GiftCard } from '../../../contract/shop.ts';
import { pluralForm } from '../../lib/format.ts';

/** What the shop shows, stored in the address so that it can be shared and the Back button works. */
export interface ProductSearch {
  text: string;
  /** Empty: all types. */
  type: string;
  /** Only cards that the balance covers. */
  isAffordable: boolean;
  sort: Sort;
  /** From 1. */
  page: number;
}

export const sortNames = {
  newest: 'Newest',
  'price-up': 'Lowest price',
  'price-down': 'Highest price',
  name: 'Name',
} as const;
export type Sort = keyof typeof sortNames;

export const cardsPerPage = 12;

const before: Record<Sort, (a: GiftCard, b: GiftCard) => number> = {
  newest: (a, b) => b.createdAt.localeCompare(a.createdAt),
  'price-up': (a, b) => a.gcCoin - b.gcCoin,
  'price-down': (a, b) => b.gcCoin - a.gcCoin,
  name: (a, b) => a.title.localeCompare(b.title, 'en-US', { numeric: true }),
};

/** Reads the address; unknown values become defaults. */
export function searchFromAddress(address: URLSearchParams): ProductSearch {
  const sort = address.get('sort') ?? '';
  const page = Number(address.get('page'));
  return {
    text: (address.get('q') ?? '').trim(),
    type: address.get('type') ?? '',
    isAffordable: address.get('affordable') === 'true',
    sort: Object.hasOwn(sortNames, sort) ? (sort as Sort) : 'newest',
    page: Number.isSafeInteger(page) ? Math.max(page, 1) : 1,
  };
}

/** Writes the address; defaults are left out. */
export function getAddress({ text, type, isAffordable, sort, page }: ProductSearch): URLSearchParams {
  return new URLSearchParams({
    ...(text && { q: text }),
    ...(type && { type }),
    ...(isAffordable && { affordable: 'true' }),
    ...(sort !== 'newest' && { sort }),
    ...(page > 1 && { page: String(page) }),
  });
}

export function isFiltered({ text, type, isAffordable }: ProductSearch): boolean {
  return text !== '' || type !== '' || isAffordable;
}

/** The types on sale as choices. The type in the address stays available. */
export function getTypes(cards: readonly GiftCard[], chosen: string): string[] {
  const types = new Set(cards.map(({ type }) => type));
  if (chosen) types.add(chosen);
  return [...types].sort();
}

export interface Results {
  shown: readonly GiftCard[];
  total: number;
  /** The displayed page: the last one if the address names a later one. */
  page: number;
  pages: number;
  /** "Showing 1–12 of 15 results" */
  summary: string;
}

/**
 * One page of the cards whose title, description or type contains every word of the text, sorted.
 * @param balance in coins, for the affordability filter
 */
export function getResults(cards: readonly GiftCard[], search: ProductSearch, balance: number): Results {
  const words = search.text.toLowerCase().split(/\s+/);
  const found = cards
    .filter(({ type }) => !search.type || type === search.type)
    .filter(({ gcCoin }) => !search.isAffordable || gcCoin <= balance)
    .filter(({ title, description, type }) => {
      const text = `${title}\n${description}\n${type}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .sort(before[search.sort]);
  const pages = Math.max(1, Math.ceil(found.length / cardsPerPage));
  const page = Math.min(search.page, pages);
  const first = (page - 1) * cardsPerPage;
  const shown = found.slice(first, first + cardsPerPage);
  return { shown, total: found.length, page, pages, summary: toSummary(first, shown.length, found.length) };
}

function toSummary(first: number, shown: number, total: number): string {
  if (total === 0) return 'Showing 0 results';
  return pluralForm(
    total,
    `Showing ${first + 1}–${first + shown} of ${total} result`,
    `Showing ${first + 1}–${first + shown} of ${total} results`,
  );
}
