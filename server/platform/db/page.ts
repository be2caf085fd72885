// SPDX-License-Identifier: Apache-2.0

import sql, { type Sql } from 'sql-template-tag';
import { countedExactly } from '../../../contract/paging.ts';

export interface Page {
  /** From 1 on. */
  page: number;
  pageSize: number;
}

/**
 * The end of a statement that reads one page of a list. Pages beyond what is counted exactly, but for the next one, are empty,
 * and nothing is read for them: an offset reads all that it leaves out.
 */
export function toPageSql({ page, pageSize }: Page): Sql {
  const offset = (page - 1) * pageSize;
  return offset <= countedExactly ? sql`limit ${pageSize} offset ${offset}` : sql`limit 0`;
}
