// SPDX-License-Identifier: Apache-2.0

import sql, { raw } from 'sql-template-tag';
import type { Tx } from './database.ts';

/** What was not there before, or is not any more, is no object. */
const withoutPerson = (column: 'before' | 'after', personalFields: readonly string[]) => sql`
  case jsonb_typeof(${raw(column)}) when 'object' then ${raw(column)} - ${personalFields}::text[] else ${raw(column)} end`;

/**
 * Takes a person out of what every feature stands on: live events and kept answers go, and the log of administrators'
 * changes keeps that something was changed, but not the words about the person in those of `user:{id}`, nor from where
 * the person made changes.
 * @param personalFields what that log may say of a person, under these names
 */
export async function forgetPerson(
  tx: Tx,
  playerId: string,
  personalFields: readonly string[],
): Promise<void> {
  await tx.run(sql`delete from live_events where player_id = ${playerId}`);
  await tx.run(sql`delete from idempotent_answers where player_id = ${playerId}`);
  await tx.run(sql`
    update admin_changes set before = ${withoutPerson('before', personalFields)}, after = ${withoutPerson('after', personalFields)}
    where subject = ${`user:${playerId}`} and (before ?| ${personalFields} or after ?| ${personalFields})`);
  await tx.run(sql`update admin_changes set address = '' where actor_id = ${playerId} and address <> ''`);
}
