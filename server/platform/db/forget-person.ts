// SPDX-License-Identifier: Apache-2.0

import sql, { raw } from 'sql-template-tag';
import type { Tx } from './database.ts';

/** `before` is not an object if nothing existed yet, nor `after` if it was deleted. */
const withoutPerson = (column: 'before' | 'after', personalFields: readonly string[]) => sql`
  case jsonb_typeof(${raw(column)}) when 'object' then ${raw(column)} - ${personalFields}::text[] else ${raw(column)} end`;

/**
 * Removes a person from the tables that all features share. Deletes live events and stored answers. The audit log keeps
 * the changes themselves, but loses the personal data in changes of `user:{id}`, and the addresses from which the
 * person made changes.
 * @param personalFields the log's fields that may identify a person
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
