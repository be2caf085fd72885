// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect } from 'vitest';
import type { Database } from '../../server/platform/db/database.ts';

/** The audit log's entries about a player's second factor; the player was notified of each. */
export async function readFactorChanges({ db }: { db: Database }, { id }: { id: string }) {
  const written = await db.rows<{ action: string; before: object | null; after: object | null }>(sql`
    select action, before, after from admin_changes where subject = ${`user:${id}`} order by id`);
  const events = await db.rows<{ what: string }>(sql`
    select job.payload ->> 'what' as what from graphile_worker._private_jobs job
    join graphile_worker._private_tasks task on task.id = job.task_id
    where task.identifier = 'player.second-factor-changed' and job.payload ->> 'playerId' = ${id} order by job.id`);
  expect(events.map(({ what }) => `second-factor.${what}`)).toEqual(written.map(({ action }) => action));
  const live = await db.rows(sql`select name from live_events where player_id = ${id} and name = 'profile'`);
  expect(live).toHaveLength(written.length);
  return written;
}

export const factorChange = (what: string, before: object | null = null, after: object | null = null) => ({
  action: `second-factor.${what}`,
  before,
  after,
});
