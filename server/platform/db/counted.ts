// SPDX-License-Identifier: Apache-2.0

import sql, { type Sql } from 'sql-template-tag';

/**
 * The counts that triggers maintain per subject (docs/decisions/0042), with the subject's word in breaches, such as
 * `gift card`. Each feature declares its own counters here (`features/<name>/counters.ts`).
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by features
export interface Counters {}
type Counter = keyof Counters;

/** The number of rows of `subject`, a column or a value, without reading them. */
export const counted = (counter: Counter, subject: Sql): Sql =>
  sql`counter_amount(${counter}, (${subject})::text)`;

export interface Counted<Name extends Counter> {
  counter: Name;
  /** The word for a subject, such as `gift card`. */
  name: Counters[Name];
  /** The column with a row's subject. */
  subject: Sql;
  /** The rows to count: the part of a query after `from`. */
  rows: Sql;
  /** Maximum number of subjects to report. */
  limit: number;
}

/** Selects a text `breach` for each subject whose counter differs from the number of rows. */
export const findMiscounted = <Name extends Counter>({
  counter,
  name,
  subject,
  rows,
  limit,
}: Counted<Name>): Sql => sql`
  with counted as (
    select subject, sum(amount) as amount from row_counters where counter = ${counter} group by subject
  ), there as (
    select (${subject})::text as subject, count(*) as amount from ${rows} group by 1
  )
  select format('%s %s: counter says %s, found %s', ${name}::text, subject, coalesce(counted.amount, 0),
    coalesce(there.amount, 0)) as breach
  from counted full join there using (subject)
  where coalesce(counted.amount, 0) <> coalesce(there.amount, 0) order by subject limit ${limit}`;
