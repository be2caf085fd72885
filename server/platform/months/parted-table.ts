// SPDX-License-Identifier: Apache-2.0

import type { Sql } from 'sql-template-tag';
import type { Tx } from '../db/database.ts';

/** A table partitioned by month, and how its old months move to the archive (docs/decisions/0057). */
export interface PartedTable {
  name: string;
  /** The column by which the archive is sorted and searched: the first one of the primary key, or of a unique key. */
  key: string;
  /** A text of several columns, by which rows are sorted and found instead of `key`. Indexed once the part is closed. */
  sortedBy?: Sql;
  /** The order of rows with the same key; empty if keys are unique. */
  thenBy?: string;
  /** A row `r` as JSON for the archive, without anything that may have to be erased one day. */
  row: Sql;
  /** Which rows `r` stay in the database as well, because they are still read there. */
  staying?: Sql;
  /** A month is archived only after the one before it. */
  isInOrder?: true;
  /**
   * Runs before the part is dropped, in the same transaction. It may take long: it runs before any lock that others would
   * wait for. If it throws, the part stays.
   */
  beforeDrop?: (tx: Tx, part: { part: string; until: string }, appSecret: string) => Promise<void>;
  /** Whether rows with keys below `until` may still be added: then the month waits. */
  isUnderWay?: (until: string) => Sql;
}
