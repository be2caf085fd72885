// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { LiveBroadcastName, LiveBroadcasts, LiveEventName, LiveEvents } from '../../../contract/live.ts';
import type { Tx } from '../db/database.ts';

/**
 * Sends an event to a player's open pages, once the transaction commits. Call it last in a transaction (only the audit
 * log entry may follow): it holds a lock per player so that event ids are committed in order.
 */
export async function publishLive<Name extends LiveEventName>(
  tx: Tx,
  playerId: string,
  name: Name,
  data: LiveEvents[Name],
): Promise<void> {
  await tx.run(sql`select publish_live_event(${playerId}, ${name}, ${JSON.stringify(data)}::jsonb)`);
}

/** The same for many players in one round trip. It holds a lock per player, so the caller must bound their number. */
export async function publishLiveToMany<Name extends LiveEventName>(
  tx: Tx,
  name: Name,
  events: readonly { playerId: string; data: LiveEvents[Name] }[],
): Promise<void> {
  if (events.length === 0) return;
  await tx.run(sql`
    select publish_live_events(${events.map(({ playerId }) => playerId)}::uuid[], ${name},
      ${events.map(({ data }) => JSON.stringify(data))}::jsonb[])`);
}

/**
 * Sends an event to every open page when the transaction commits. Keep `data` small: PostgreSQL carries 8,000 bytes.
 * @param subject the event's subject; of several events about one subject within a second, only the first and the last
 * are sent
 */
export async function publishToAll<Name extends LiveBroadcastName>(
  tx: Tx,
  name: Name,
  data: LiveBroadcasts[Name],
  subject = '',
): Promise<void> {
  await tx.run(sql`select publish_live_broadcast(${name}, ${subject}, ${JSON.stringify(data)}::jsonb)`);
}
