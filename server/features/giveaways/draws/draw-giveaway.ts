// SPDX-License-Identifier: Apache-2.0

import { drawAlgorithm, drawPlaces } from '../../../../contract/draw.ts';
import { maxListed, type PublishedDraw } from '../../../../contract/giveaways.ts';
import { formerPlayer } from '../../../../contract/public-players.ts';
import { publishToAll } from '../../../platform/live/publish.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import * as entryStore from '../giveaway-entry-store.ts';
import * as store from '../giveaway-store.ts';
import { beginPrizes, type GiveawaysDeps } from '../prizes/pay-prizes.ts';
import { getPhase, toTerms } from '../rules.ts';
import { enqueueList, summarizeList } from './store-draw-list.ts';

/**
 * Draws an ended giveaway once, in one transaction: it waits for entries in progress, and later ones find it drawn. A
 * giveaway that was deactivated meanwhile is drawn too, since players have entered it. Prizes are paid in the same
 * transaction, or batch by batch afterwards if there are many.
 * @returns how many won; undefined if there was nothing to draw
 */
export function drawGiveaway(giveawayId: string, deps: GiveawaysDeps): Promise<number | undefined> {
  // Reads the whole list twice, in parts.
  return deps.db.reports.transaction<number | undefined>(async (tx) => {
    const row = await store.lockGiveaway(tx, giveawayId);
    const now = deps.clock.now();
    if (!row || getPhase(row, now) !== 'drawing') return undefined;
    const list = await summarizeList(tx, giveawayId);
    const places = await drawPlaces(await store.getSeed(tx, giveawayId), list, row.winnerCount);
    await entryStore.markWinners(tx, await entryStore.findEntrants(tx, giveawayId, places));
    await store.markDrawn(tx, giveawayId, list.hash, now);
    if (list.length > maxListed) await enqueueList(tx, giveawayId);
    await beginPrizes(tx, giveawayId, places.length, deps);
    const drawn = { giveawayId, participants: list.length, isCompleted: true };
    await publishToAll(tx, 'giveaway', drawn, giveawayId);
    return places.length;
  });
}

/**
 * The public data of a draw. Refuses `not_found`, and `giveaway_not_drawn` before the draw, while the seed is secret.
 */
export async function readDraw(
  giveawayId: string,
  { db, publicPlayers }: GiveawaysDeps,
): Promise<PublishedDraw | Refusal> {
  const row = await store.findGiveaway(db, giveawayId);
  if (!row) return refuse('not_found');
  if (!row.drawnAt) return refuse('giveaway_not_drawn');
  const won = await entryStore.getWinners(db, giveawayId);
  const known = await publicPlayers(
    db,
    won.map(({ playerId }) => playerId),
  );
  const list = await entryStore.getList(db, giveawayId);
  return {
    algorithm: drawAlgorithm,
    terms: toTerms(giveawayId, {
      ...row,
      startDate: row.startsAt.toISOString(),
      endDate: row.endsAt.toISOString(),
    }),
    commitment: row.commitment,
    seed: await store.getSeed(db, giveawayId),
    ...(list.length <= maxListed && {
      entrants: await entryStore.listEntrantsAfter(db, giveawayId, { after: undefined, limit: maxListed }),
    }),
    entrantCount: list.length,
    entrantsHash: list.hash,
    winners: won.map(({ entry }) => entry),
    winnerPlayers: won.map(({ playerId }) => known.get(playerId) ?? formerPlayer),
  };
}
