import { type DrawRecord, drawAlgorithm, drawWinners, hashOfEntrants } from '../../../contract/draw.ts';
import { formerPlayer, type PublicPlayer } from '../../../contract/public-players.ts';
import { publishToAll } from '../../platform/live/publish.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import * as store from './giveaway-store.ts';
import { beginPrizes, type GiveawaysDeps } from './pay-prizes.ts';
import { getPhase, toTerms } from './rules.ts';

/**
 * Draws a giveaway whose end has come, in one transaction, once: entries under way are waited for, anyone who comes later
 * finds it drawn. Also one that was switched off meanwhile, since players entered it. Its prizes are paid with it, or
 * batch by batch after it where there are many.
 * @returns how many won; undefined when there was nothing to draw
 */
export function drawGiveaway(giveawayId: string, deps: GiveawaysDeps): Promise<number | undefined> {
  // Reads and sorts the whole list.
  return deps.db.reports.transaction<number | undefined>(async (tx) => {
    const row = await store.lockGiveaway(tx, giveawayId);
    const now = deps.clock.now();
    if (!row || getPhase(row, now) !== 'drawing') return undefined;
    const entrants = await store.entrantsInOrder(tx, giveawayId);
    const winners = await drawWinners(await store.getSeed(tx, giveawayId), entrants, row.winnerCount);
    await store.markWinners(tx, winners);
    await store.markDrawn(tx, giveawayId, await hashOfEntrants(entrants), now);
    await beginPrizes(tx, giveawayId, winners.length, deps);
    const drawn = { giveawayId, participants: entrants.length, isCompleted: true };
    await publishToAll(tx, 'giveaway', drawn, giveawayId);
    return winners.length;
  });
}

/** All that is published of a draw. Refuses `not_found`, and `giveaway_not_drawn` before it: the seed is secret then. */
export async function readDraw(
  giveawayId: string,
  { db, publicPlayers }: GiveawaysDeps,
): Promise<(DrawRecord & { winnerPlayers: PublicPlayer[] }) | Refusal> {
  const row = await store.findGiveaway(db, giveawayId);
  if (!row) return refuse('not_found');
  if (!row.drawnAt) return refuse('giveaway_not_drawn');
  const won = await store.getWinners(db, giveawayId);
  const known = await publicPlayers(
    db,
    won.map(({ playerId }) => playerId),
  );
  return {
    algorithm: drawAlgorithm,
    terms: toTerms(giveawayId, {
      ...row,
      startDate: row.startsAt.toISOString(),
      endDate: row.endsAt.toISOString(),
    }),
    commitment: row.commitment,
    seed: await store.getSeed(db, giveawayId),
    entrants: await store.entrantsInOrder(db, giveawayId),
    entrantsHash: await store.getEntrantsHash(db, giveawayId),
    winners: won.map(({ entry }) => entry),
    winnerPlayers: won.map(({ playerId }) => known.get(playerId) ?? formerPlayer),
  };
}
