// SPDX-License-Identifier: Apache-2.0

import { type PageChoices, type PlayerPage, winsOnPage } from '../../../contract/player-pages.ts';
import type { PlayerPagePorts } from '../../page-ports.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import type { FindByHandle, PublicPlayers } from '../../ports.ts';
import { findPageChoices } from './player-page-choice-store.ts';

export interface PagePorts {
  publicPlayers: PublicPlayers;
  findByHandle: FindByHandle;
  playerPages: PlayerPagePorts;
}

const nothing: PageChoices = { showsWins: false, showsBests: false, showsAchievements: false };

/**
 * The parts of the page of this handle's player that `callerId` may see (docs/rules/player-pages.md, 1). Refuses
 * `not_found` if the player does not exist or is suspended, or if one of the two has blocked the other.
 */
export async function readPage(
  { callerId, handle }: { callerId: string; handle: string },
  { db, publicPlayers, findByHandle, playerPages }: PagePorts & { db: Queryable },
): Promise<PlayerPage | Refusal> {
  const playerId = await findByHandle(db, handle);
  if (!playerId || (await playerPages.hasBlocked(db, callerId, playerId))) return refuse('not_found');
  const [known, chosen] = await Promise.all([publicPlayers(db, [playerId]), findPageChoices(db, playerId)]);
  const player = known.get(playerId);
  if (!player) return refuse('not_found');
  const choices = chosen ?? nothing;
  const [wins, sharedWins, bests, achievements] = await Promise.all([
    choices.showsWins ? playerPages.countWins(db, playerId) : null,
    choices.showsWins ? playerPages.listWinsOf(db, playerId, winsOnPage) : [],
    choices.showsBests ? playerPages.getBestFigures(db, playerId) : null,
    choices.showsAchievements ? playerPages.listReached(db, playerId) : null,
  ]);
  return {
    player,
    wins,
    bests,
    achievements,
    sharedWins: sharedWins.map(({ wonAt, ...win }) => ({ ...win, wonAt: wonAt.toISOString() })),
    choices: playerId === callerId ? choices : null,
  };
}
