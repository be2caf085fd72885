// SPDX-License-Identifier: Apache-2.0

import type { Sql } from 'sql-template-tag';
import type { Tx } from '../db/database.ts';

/** A table partitioned by month, and how its old months move to the archive (docs/decisions/0057). */
export interface PartedTable {
  name: string;
  /** The column by which the archive is sorted and searched: the first one of the primary key, or of a unique key. */
  key: string;
  /** Instead of a column: a text made of several, by which rows are sorted and found. It is indexed once the part is closed. */
  sortedBy?: Sql;
  /** The order of rows of one key; empty where there is one. */
  thenBy?: string;
  /** A row `r` as JSON for the archive, without anything that would have to be erased one day. */
  row: Sql;
  /** Which rows `r` stay in the database as well, because they are still read there. */
  staying?: Sql;
  /** A month leaves only after the one before it. */
  isInOrder?: true;
  /**
   * Runs before the part is dropped, in the same transaction. It may take long: no lock is held yet that others wait for. If it
   * throws, the part stays.
   */
  beforeDrop?: (tx: Tx, part: { part: string; until: string }, appSecret: string) => Promise<void>;
  /** Whether rows of keys below `until` may still be added: then the month waits. */
  isUnderWay?: (until: string) => Sql;
}
