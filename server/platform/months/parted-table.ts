import type { Sql } from 'sql-template-tag';

/** A table that is parted by month, and how what is old of it goes to the archive (docs/decisions/0057). */
export interface PartedTable {
  name: string;
  /** The column by which rows are sorted and found there: it begins with the order of the primary key, or a unique one. */
  key: string;
  /** The order of rows of one key; empty where there is one. */
  thenBy?: string;
  /** A row `r` as JSON, as it is archived: without what would have to be taken out of it one day. */
  row: Sql;
  /** Of rows `r` those that stay in the database as well, because others go on reading them. */
  staying?: Sql;
  /** Whether rows of keys below `until` may still be added: then the month waits. */
  isUnderWay?: (until: string) => Sql;
}
