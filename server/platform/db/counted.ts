// SPDX-License-Identifier: Apache-2.0

import sql, { type Sql } from 'sql-template-tag';

/** What is counted by triggers, of each subject (docs/decisions/0042). */
export type Counter =
  | 'card sales'
  | 'challenge entries'
  | 'event collected'
  | 'event given'
  | 'event paid'
  | 'giveaway entries'
  | 'role holders'
  | 'running attempts';

/** How many there are of `subject`, a column or a value, without reading them. */
export const counted = (counter: Counter, subject: Sql): Sql =>
  sql`counter_amount(${counter}, (${subject})::text)`;

export interface Counted {
  counter: Counter;
  /** What a subject is called, such as `gift card`. */
  name: string;
  /** The column that names the subject of a row. */
  subject: Sql;
  /** The rows that are counted, from after `from`. */
  rows: Sql;
  /** Subjects that are told at most. */
  limit: number;
}

/** Selects a text `breach` for each subject whose counter does not say how many rows there are. */
export const findMiscounted = ({ counter, name, subject, rows, limit }: Counted): Sql => sql`
  with counted as (
    select subject, sum(amount) as amount from row_counters where counter = ${counter} group by subject
  ), there as (
    select (${subject})::text as subject, count(*) as amount from ${rows} group by 1
  )
  select format('%s %s: counted %s, there are %s', ${name}::text, subject, coalesce(counted.amount, 0),
    coalesce(there.amount, 0)) as breach
  from counted full join there using (subject)
  where coalesce(counted.amount, 0) <> coalesce(there.amount, 0) order by subject limit ${limit}`;
