// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Database } from '../../server/platform/db/database.ts';

interface Effects {
  /** Transfers as `from > to: amount currency`, with type, end of the key, and text. */
  moved: string[];
  /** Events published to other features, in order. */
  published: Record<string, unknown>[];
  /** Live events for the player's pages, in order. */
  live: Record<string, unknown>[];
}

/** Everything that an attempt has moved and published so far, except what an earlier call returned (`skip`). */
export async function effectsOf(
  db: Database,
  { attemptId, playerId }: { attemptId: string; playerId: string },
  skip: Effects = { moved: [], published: [], live: [] },
): Promise<Effects> {
  const transfers = await db.rows<{ moved: string }>(sql`
    select format('%s > %s: %s %s %s %s “%s”', coalesce(debit_house::text, 'player'), coalesce(credit_house::text, 'player'),
      amount, currency, type, replace(idempotency_key, ${`attempt:${attemptId}:`}, ''), description) as moved
    from transfers
    where reference = ${attemptId} and coalesce(debit_player_id, ${playerId}) = ${playerId}
      and coalesce(credit_player_id, ${playerId}) = ${playerId}
    order by id`);
  const published = await db.rows<Record<string, unknown>>(sql`
    select tasks.identifier as name, jobs.payload::jsonb - '_requestId' as payload
    from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where jobs.payload ->> 'attemptId' = ${attemptId} and tasks.identifier <> 'read-attempt' order by jobs.id`);
  const live = await db.rows<{ name: string; data: Record<string, unknown> }>(sql`
    select name, data from live_events where player_id = ${playerId} order by id`);
  return {
    moved: transfers.map(({ moved }) => moved).slice(skip.moved.length),
    published: published.slice(skip.published.length),
    live: live
      .slice(skip.live.length)
      .map(({ name, data: { delta, description, attemptId: of, status } }) =>
        name === 'balance' ? { delta, description } : { [name]: of, status },
      ),
  };
}
