// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Tx } from '../../platform/db/database.ts';
import { publish } from '../../platform/jobs/outbox.ts';

/**
 * Records who created or edited a locked giveaway: they cannot enter it. Their entry is deleted, unless the giveaway is
 * already drawn.
 */
export async function recordEditor(tx: Tx, giveawayId: string, playerId: string): Promise<void> {
  await tx.run(sql`
    insert into giveaway_editors (giveaway_id, player_id) values (${giveawayId}, ${playerId})
    on conflict do nothing`);
  const taken = await tx.run(sql`
    delete from giveaway_entries e using giveaways g
    where g.id = e.giveaway_id and g.drawn_at is null and g.id = ${giveawayId} and e.player_id = ${playerId}`);
  if (taken > 0) await publish(tx, 'giveaway.left', { giveawayId, playerId });
}

/** Whether a player created or edited a giveaway. Call it once the giveaway is held, which waits for an edit under way. */
export async function isEditor(tx: Tx, giveawayId: string, playerId: string): Promise<boolean> {
  const row = await tx.row(sql`
    select from giveaway_editors where giveaway_id = ${giveawayId} and player_id = ${playerId}`);
  return row !== undefined;
}
