// SPDX-License-Identifier: Apache-2.0

import type { Sql } from 'sql-template-tag';
import type { Tx } from '../db/database.ts';

/** A table that is parted by month, and how what is old of it goes to the archive (docs/decisions/0057). */
export interface PartedTable {
  name: string;
  /** The column by which rows are sorted and found there: it begins with the order of the primary key, or a unique one. */
  key: string;
  /** In its place where rows are sorted and found by more than a column: one text for each row, of its columns, indexed once the part is closed. */
  sortedBy?: Sql;
  /** The order of rows of one key; empty where there is one. */
  thenBy?: string;
  /** A row `r` as JSON, as it is archived: without what would have to be taken out of it one day. */
  row: Sql;
  /** Of rows `r` those that stay in the database as well, because others go on reading them. */
  staying?: Sql;
  /** A month leaves only after the one before it. */
  isInOrder?: true;
  /**
   * What has to be done in the transaction in which the part goes, before it does: as long as it takes, since nobody waits for it yet.
   * Where it throws the part stays.
   */
  beforeDrop?: (tx: Tx, part: { part: string; until: string }, appSecret: string) => Promise<void>;
  /** Whether rows of keys below `until` may still be added: then the month waits. */
  isUnderWay?: (until: string) => Sql;
}
