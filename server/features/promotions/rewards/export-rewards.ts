// SPDX-License-Identifier: Apache-2.0

import type { PlayerExport } from '../../../../contract/player-export.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { getRewards } from './event-reward-store.ts';

const rewardsPerPage = 500;

/** Everything that promotions paid a player or collected for them, in order. */
export async function* exportRewards(
  db: Queryable,
  playerId: string,
): AsyncGenerator<PlayerExport['eventRewards'][number]> {
  let after: string | undefined;
  do {
    const page = await getRewards(db, playerId, { after, limit: rewardsPerPage });
    for (const { id: _, causedAt, paidAt, ...reward } of page) {
      yield { ...reward, causedAt: causedAt.toISOString(), paidAt: paidAt?.toISOString() ?? null };
    }
    after = page.length === rewardsPerPage ? page.at(-1)?.id : undefined;
  } while (after);
}
