// SPDX-License-Identifier: Apache-2.0

import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

export type Order = 'asc' | 'desc';
/** What a table is sorted by: one of the sort keys that the server knows. */
export interface Sorting<Sort extends string> {
  sort: Sort;
  order: Order;
}

/** What a list shows, as the address says. */
export interface TableAddress<Sort extends string> extends Sorting<Sort> {
  search: string;
  /** From 1. */
  page: number;
  /** Another filter of this list, such as `status`; empty if none was chosen. */
  choice: (name: string) => string;
  /** Changes the address and returns to the first page, unless it is the page that changes. */
  change: (changes: Readonly<Record<string, string | number | undefined>>) => void;
  /** The address of another page of the same list. */
  pageAddress: (page: number) => { search: string };
}

/**
 * Keeps what a list shows (search, sort, page, filters) in the address, so that it can be shared, reloaded and left with the
 * Back button. Defaults stay out of it; values that the list does not know count as missing.
 */
export function useTableAddress<Sort extends string>(
  sorts: readonly Sort[],
  first: Sorting<Sort>,
): TableAddress<Sort> {
  const [address, setAddress] = useSearchParams();
  // A change builds on the previous one, which may not be rendered yet: typing is reported when it pauses.
  const latest = useRef(address);
  useEffect(() => {
    latest.current = address;
  }, [address]);
  const sort = sorts.find((name) => name === address.get('sort')) ?? first.sort;
  const said = address.get('order');
  const order = said === 'asc' || said === 'desc' ? said : first.order;

  function after(
    now: URLSearchParams,
    changes: Readonly<Record<string, string | number | undefined>>,
  ): URLSearchParams {
    const next = new URLSearchParams(now);
    if (!('page' in changes)) next.delete('page');
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined || value === '') next.delete(name);
      else next.set(name, String(value));
    }
    if (next.get('page') === '1') next.delete('page');
    if (next.get('sort') === first.sort) next.delete('sort');
    if (!next.has('sort') && next.get('order') === first.order) next.delete('order');
    return next;
  }

  return {
    search: address.get('search') ?? '',
    sort,
    order,
    page: pageFrom(address.get('page')),
    choice: (name) => address.get(name) ?? '',
    change: (changes) => {
      latest.current = after(latest.current, changes);
      setAddress(latest.current, { replace: true, preventScrollReset: true });
    },
    pageAddress: (page) => ({ search: after(address, { page }).toString() }),
  };
}

function pageFrom(text: string | null): number {
  const page = Number(text);
  return Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1;
}
