// SPDX-License-Identifier: Apache-2.0

import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

export type Order = 'asc' | 'desc';
/** The sort of a table: one of the server's sort keys. */
export interface Sorting<Sort extends string> {
  sort: Sort;
  order: Order;
}

/** What a list shows, according to the address. */
export interface TableAddress<Sort extends string> extends Sorting<Sort> {
  search: string;
  /** From 1. */
  page: number;
  /** Another filter of the list, such as `status`; empty if none is chosen. */
  choice: (name: string) => string;
  /** Changes the address. Returns to the first page, unless the page itself changes. */
  change: (changes: Readonly<Record<string, string | number | undefined>>) => void;
  /** The address of another page of the same list. */
  pageAddress: (page: number) => { search: string };
}

/**
 * Stores what a list shows (search, sort, page, filters) in the address, so that it can be shared and reloaded and
 * works with the Back button. The address omits defaults; unknown values count as missing.
 */
export function useTableAddress<Sort extends string>(
  sorts: readonly Sort[],
  first: Sorting<Sort>,
): TableAddress<Sort> {
  const [address, setAddress] = useSearchParams();
  // Changes build on the previous one, which may not be rendered yet, since typing is reported with a delay.
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
