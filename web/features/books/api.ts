// SPDX-License-Identifier: Apache-2.0

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { booksApi } from '../../../contract/books-admin.ts';
import { call } from '../../lib/api.ts';

/** The books of one month, such as 2026-11. */
export const booksQuery = (month: string) =>
  queryOptions({
    queryKey: ['admin', 'books', month],
    queryFn: ({ signal }) => call(booksApi.read, { query: { month } }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    // Sales change an open month, and the provider may report fees for a closed month later.
    staleTime: ({ state: { data } }) =>
      data?.isOpen === false && data.money.feesMissing === 0 ? Number.POSITIVE_INFINITY : 0,
  });

/** The coins that players held at the end of a day. */
export const outstandingQuery = (on: string) =>
  queryOptions({
    queryKey: ['admin', 'books', 'outstanding', on],
    queryFn: ({ signal }) => call(booksApi.readOutstanding, { query: { on } }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
