// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import type { CsvValue } from './csv.ts';
import type { Sorting } from './table-address.ts';

/** A list that the server sends whole, with the texts of its rows. */
export interface WholeList<Row, Sort extends string> {
  rows: readonly Row[];
  /** The searched text: a row's columns as in its CSV file. */
  textsOf: (row: Row) => readonly CsvValue[];
  /** Values to sort by. Without one, rows keep the server's order. */
  by?: Partial<Record<Sort, (row: Row) => string | number | boolean>>;
}

/**
 * Searches a list in the browser for a case-insensitive substring of any text, and sorts it. Equal rows keep the
 * server's order. Times aren't searched, since they all contain "2026" and end in "Z".
 */
export function findIn<Row, Sort extends string>(
  { rows, textsOf, by }: WholeList<Row, Sort>,
  { search, sort, order }: { search: string } & Sorting<Sort>,
): Row[] {
  const wanted = search.toLowerCase();
  const found = rows.filter((row) =>
    textsOf(row).some((text) => isText(text) && String(text).toLowerCase().includes(wanted)),
  );
  const value = by?.[sort];
  if (!value) return found;
  const sign = order === 'desc' ? -1 : 1;
  return found.sort((one, other) => sign * compare(value(one), value(other)));
}

function isText(value: CsvValue): boolean {
  return value !== null && !z.iso.datetime().safeParse(value).success;
}

/** One page of the results; the first is 1. */
export function toPage<Row>(
  found: readonly Row[],
  page: number,
  pageSize: number,
): { list: Row[]; total: number } {
  return { list: found.slice((page - 1) * pageSize, page * pageSize), total: found.length };
}

function compare(one: string | number | boolean, other: string | number | boolean): number {
  if (typeof one === 'string') return one.localeCompare(String(other), 'en-US', { numeric: true });
  return Number(one) - Number(other);
}

/** The most rows fetched for a list or file. */
export const maxRows = 10_000;

interface ReadPage<Row> {
  list: readonly Row[];
  /** Missing if only an estimate is known. */
  total?: number | undefined;
}

/**
 * Fetches a list page by page until a page isn't full, at most `maxRows` rows; `isCut` if there are more. If rows are
 * added meanwhile, rows of the previous page come again and count once. If rows are removed, others move onto pages
 * that were already fetched. Those pages are fetched again, and so is the whole list if it turns out too short.
 */
export async function readWhole<Row>(
  pageSize: number,
  read: (page: number) => Promise<ReadPage<Row>>,
  getKey: (row: Row) => string,
): Promise<{ rows: Row[]; isCut: boolean }> {
  const rows = new Map<string, Row>();
  const pages = Math.ceil(maxRows / pageSize);
  let known: number | undefined;
  let isSecond = false;
  let page = 1;
  while (page <= pages) {
    const { list, total } = await read(page);
    for (const row of list) rows.set(getKey(row), row);
    const gone = (known ?? 0) - (total ?? 0);
    known = total;
    if (total !== undefined && gone > 0) {
      page = Math.max(1, page - Math.ceil(gone / pageSize));
    } else if (list.length === pageSize) {
      page += 1;
    } else if (total !== undefined && rows.size < total && !isSecond) {
      // Some rows have moved from after to before the current position.
      isSecond = true;
      page = 1;
    } else return { rows: [...rows.values()], isCut: false };
  }
  const beyond = await read(pages + 1);
  return { rows: [...rows.values()], isCut: beyond.list.length > 0 };
}
