// SPDX-License-Identifier: Apache-2.0

import sql, { type Sql } from 'sql-template-tag';
import { counted } from '../../../platform/db/counted.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { isEditorOf } from '../../../platform/db/editors.ts';
import type { HasAccount } from '../../../ports.ts';

/**
 * SQL condition: the reward `r` is still to be paid. Its player never edited its event and has an account, or can still
 * cancel its deletion.
 */
export const isOwed = (hasAccount: HasAccount): Sql => sql`
  r.paid_at is null and r.taken_back_at is null and ${hasAccount(sql`r.player_id`)}
  and not ${isEditorOf(sql`'event:' || r.event_id`, sql`r.player_id`)}`;

const paysAlone = sql`e.auto_run and e.is_active and e.deleted_at is null`;
/** While a list is being sent, the sending job pays. */
const isRunning = sql`not e.is_completed and e.sending_since is null`;

/**
 * Promotions with automatic rewards that owe rewards for lack of room in a day's limit. Completed ones, which owe late
 * rewards, come last; the others by their end.
 */
export async function listOwing(
  db: Queryable,
  limit: number,
  { hasAccount }: { hasAccount: HasAccount },
): Promise<string[]> {
  // One index lookup per event: there may be millions of rewards that administrators have not sent yet.
  const rows = await db.rows<{ id: string }>(sql`
    select e.id from events e
    cross join lateral (
      select from event_rewards r where r.event_id = e.id and ${isOwed(hasAccount)} limit 1
    ) owed
    where ${paysAlone} and (e.is_completed or (${isRunning}))
    order by e.is_completed, e.ends_at, e.id limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** How many rewards of such promotions wait for a day with room, including those beside a list that is being sent. */
export async function countOwed(db: Queryable, { hasAccount }: { hasAccount: HasAccount }): Promise<number> {
  // Completed events also have rewards that nobody gets, so theirs are counted individually: only late ones can be
  // owed.
  const { rewards } = await db.one<{ rewards: number }>(sql`
    select coalesce(sum(case
      when ${isRunning} then ${counted('event collected', sql`e.id`)}
      when e.is_completed then (
        select count(*) from event_rewards r where r.event_id = e.id and ${isOwed(hasAccount)})
      else (
        select count(*) from event_rewards r where r.event_id = e.id and r.is_late and ${isOwed(hasAccount)})
    end), 0)::bigint as rewards
    from events e where ${paysAlone}`);
  return rewards;
}
