// SPDX-License-Identifier: Apache-2.0

import type { GiftCard } from '../../../contract/shop.ts';

/** What the shop shows, as its address says it: shareable, and the back button goes through it. */
export interface ProductSearch {
  text: string;
  /** Empty: every type. */
  type: string;
  /** Only what the balance covers. */
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

/** Reads the address; what it does not know is the default. */
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

/** Writes the address; defaults stay out of it. */
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

/** The types that are on sale, for the choice; one that the address names stays choosable. */
export function getTypes(cards: readonly GiftCard[], chosen: string): string[] {
  const types = new Set(cards.map(({ type }) => type));
  if (chosen) types.add(chosen);
  return [...types].sort();
}

export interface Results {
  shown: readonly GiftCard[];
  total: number;
  /** The page that is shown: the last one where the address asks for a later one. */
  page: number;
  pages: number;
  /** "Showing 1–12 of 15 results" */
  summary: string;
}

/**
 * Cards whose title, description or type have every word of the text, sorted, one page of them.
 * @param balance in coins, for what is affordable
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
  return `Showing ${first + 1}–${first + shown} of ${total} ${total === 1 ? 'result' : 'results'}`;
}
