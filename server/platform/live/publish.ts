import sql from 'sql-template-tag';
import type { LiveEventName, LiveEvents } from '../../../contract/live.ts';
import type { Tx } from '../db/database.ts';

/**
 * Tells a player's open pages of something, once the transaction commits. Call it last in a transaction: it holds
 * a lock per player so that event ids are committed in order.
 */
export async function publishLive<Name extends LiveEventName>(
  tx: Tx,
  playerId: string,
  name: Name,
  data: LiveEvents[Name],
): Promise<void> {
  await tx.run(sql`select publish_live_event(${playerId}, ${name}, ${JSON.stringify(data)}::jsonb)`);
}
