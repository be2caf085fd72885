// SPDX-License-Identifier: Apache-2.0

import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';
import type { Sorting, TableAddress } from '../lib/table-address.ts';
import { findIn, toPage, type WholeList } from '../lib/whole-list.ts';
import { csvRow, type DataColumn } from './data-columns.ts';

/** Rows per page in every list of the dashboard. */
export const rowsPerPage = 25;

export interface ListPage<Row> {
  list: Row[];
  total: number;
  /** The total is an estimate, because the list is long. */
  isEstimate?: boolean;
}

interface ListQuery<Data> {
  data: Data | undefined;
  error: Error | null;
  isPlaceholderData: boolean;
  isFetching: boolean;
  refetch: () => unknown;
}

/** Where a DataList gets its rows. */
export interface ListSource<Row> {
  query: ListQuery<ListPage<Row>>;
  /** Fetches any page, for the CSV file. */
  readPage: (page: number, pageSize: number) => Promise<ListPage<Row>>;
}

/** A list that the server searches, sorts and pages. */
export interface PagedList<Row, Query> {
  queryKey: QueryKey;
  read: (query: Query, signal?: AbortSignal) => Promise<ListPage<Row>>;
  /** For lists whose rows change on their own. */
  refetchInterval?: number | ((query: { state: { data: ListPage<Row> | undefined } }) => number);
}

/**
 * The page of a list named by its address.
 * @param choices filters next to the search
 */
export function usePagedList<Row, Sort extends string, Choices extends object>(
  { queryKey, read, refetchInterval = 0 }: PagedList<Row, PageQuery<Sort> & Choices>,
  { search, sort, order, page }: TableAddress<Sort>,
  choices: Choices,
): ListSource<Row> {
  const at = (of: number, pageSize: number) => ({
    ...choices,
    search: search || undefined,
    sort,
    order,
    page: of,
    pageSize,
  });
  const shown = at(page, rowsPerPage);
  const query = useQuery({
    queryKey: [...queryKey, shown],
    queryFn: ({ signal }) => read(shown, signal),
    placeholderData: keepPreviousData,
    refetchInterval: refetchInterval || false,
  });
  return { query, readPage: (of, pageSize) => read(at(of, pageSize)) };
}

type PageQuery<Sort extends string> = Sorting<Sort> & {
  search?: string | undefined;
  page: number;
  pageSize: number;
};

/** The page named by the address, for a list that the server sends whole. */
export function wholeList<Row extends object, Sort extends string>(
  { data, error, isFetching, refetch }: Omit<ListQuery<readonly Row[]>, 'isPlaceholderData'>,
  address: TableAddress<Sort>,
  { columns, by }: { columns: readonly DataColumn<Row>[] } & Pick<WholeList<Row, Sort>, 'by'>,
): ListSource<Row> {
  const found = findIn({ rows: data ?? [], textsOf: (row) => csvRow(columns, row), by }, address);
  return {
    query: {
      data: data && toPage(found, address.page, rowsPerPage),
      error,
      isPlaceholderData: false,
      isFetching,
      refetch,
    },
    readPage: async (page, pageSize) => toPage(found, page, pageSize),
  };
}
