// SPDX-License-Identifier: Apache-2.0

import sql, { type Sql } from 'sql-template-tag';
import { countedExactly } from '../../../contract/paging.ts';

export interface Page {
  /** Counts from 1. */
  page: number;
  pageSize: number;
}

/**
 * The end of a statement that reads one page of a list. Of the pages beyond the exactly counted rows only the first is
 * read; later ones are empty, and nothing is read for them: an offset reads every row that it skips.
 */
export function toPageSql({ page, pageSize }: Page): Sql {
  const offset = (page - 1) * pageSize;
  return offset <= countedExactly ? sql`limit ${pageSize} offset ${offset}` : sql`limit 0`;
}
