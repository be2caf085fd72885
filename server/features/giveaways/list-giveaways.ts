// SPDX-License-Identifier: Apache-2.0

import type { Giveaway } from '../../../contract/giveaways.ts';
import type { AdminGiveaway } from '../../../contract/giveaways-admin.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { listAll, listForPlayer } from './giveaway-store.ts';
import type { GiveawaysDeps } from './prizes/pay-prizes.ts';
import { viewForAdmins, viewForPlayer } from './views.ts';

const drawnShown = 12;

/** Giveaways as a player sees them: undrawn ones, and the latest drawn ones. */
export async function listGiveaways(
  playerId: string,
  { db, clock }: { db: Database; clock: Clock },
): Promise<Giveaway[]> {
  const now = clock.now();
  return (await listForPlayer(db, playerId, drawnShown)).map((row) => viewForPlayer(row, now));
}

/** A page of all giveaways, for administrators. */
export async function listAllGiveaways(
  query: Parameters<typeof listAll>[1],
  deps: GiveawaysDeps & { db: Database },
): Promise<{ list: AdminGiveaway[]; total: number }> {
  const { rows, total } = await listAll(deps.db, query);
  return { list: await viewForAdmins(deps.db, rows, deps), total };
}
