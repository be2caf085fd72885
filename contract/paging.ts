// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';

/** Totals are exact up to here, above they may be estimates; no page goes beyond. */
export const countedExactly = 10_000;

/**
 * Pages that begin after `countedExactly` rows are empty: reaching them would read all before them. The one that begins right
 * there says whether there are more.
 */
export const pageNumber = z.coerce.number().int().min(1).max(100_000).default(1);

/** How many pages of a list can be turned to, at least one. */
export const countPages = (total: number, pageSize: number): number =>
  Math.max(1, Math.ceil(Math.min(total, countedExactly) / pageSize));
