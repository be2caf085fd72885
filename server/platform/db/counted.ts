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
