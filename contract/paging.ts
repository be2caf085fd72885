// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { asNumber } from './sent-numbers.ts';

/** Totals are exact up to here and may be estimates above. No page starts after this many rows. */
export const countedExactly = 10_000;

/**
 * Pages that start after `countedExactly` rows are empty, because reaching them would mean reading all rows before. The
 * page that starts exactly there shows whether more rows exist.
 */
export const pageNumber = asNumber(z.int().min(1).max(100_000)).default(1);

/** How many pages of a list can be opened, at least one. */
export const countPages = (total: number, pageSize: number): number =>
  Math.max(1, Math.ceil(Math.min(total, countedExactly) / pageSize));

/**
 * A call without a page number gets the whole list up to this size. Of longer lists it gets the first 500 rows and the
 * total.
 */
export const wholeList = 500;
export const rowsOfPage = asNumber(z.int().min(1).max(wholeList)).default(wholeList);
