// SPDX-License-Identifier: Apache-2.0

import sql, { type Sql } from 'sql-template-tag';
import { countedExactly } from '../../../contract/paging.ts';

export interface Page {
  /** Counts from 1. */
  page: number;
  pageSize: number;
}

/**
 * The end of a statement that reads one page of a list. Beyond the exactly counted rows, only the first page is read.
 * Later pages are empty without reading anything, because an offset reads every row that it skips.
 */
export function toPageSql({ page, pageSize }: Page): Sql {
  const offset = (page - 1) * pageSize;
  return offset <= countedExactly ? sql`limit ${pageSize} offset ${offset}` : sql`limit 0`;
}
