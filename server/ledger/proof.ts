// SPDX-License-Identifier: Apache-2.0

import sql, { type Sql } from 'sql-template-tag';

/** A statement about the books that must be true at every moment. */
export interface Claim {
  /** As `npx finalring audit` prints it. */
  claim: string;
  /** Selects a text `breach` for each contradiction, at most `maxBreaches`. */
  contradictions: Sql;
}

export const maxBreaches = 20;

/**
 * Whether something that began at that time has all its transfers in the database: it began at least a day (clocks
 * differ) after everything that is archived. For older things `audit --archives` proves the same from the archives
 * (docs/decisions/0062).
 */
export const isAllHere = (beganAt: Sql) => sql`
  coalesce(${beganAt} > (select max(last_at) + interval '1 day' from carried_months), true)`;

/** All transfers with lower ids are archived. */
export const carriedBelow = sql`(select coalesce(max(until_id), 0) from carried_months)`;

/** What moved in archived months, by currency, type and house accounts (null: a player). */
export const carriedFlows = sql`
  select f.* from carried_months m cross join lateral jsonb_to_recordset(m.flows)
    as f (currency currency, type transfer_type, debit_house house_account, credit_house house_account, amount bigint, transfers bigint)`;
