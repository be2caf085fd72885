import { type DrawRecord, drawAlgorithm, drawWinners, hashOfEntrants } from '../../../contract/draw.ts';
import { announceBalance } from '../../ledger/announce.ts';
import { transfer } from '../../ledger/transfer.ts';
import type { Tx } from '../../platform/db/database.ts';
import { publish } from '../../platform/jobs/outbox.ts';
import { publishToAll } from '../../platform/live/publish.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import type { GiveawaysDeps } from './deps.ts';
import { phaseOf, termsOf } from './rules.ts';
import * as store from './store.ts';

async function payPrize(tx: Tx, row: store.GiveawayRow, { entry, playerId }: store.EntryRow): Promise<void> {
  const moved = await transfer(tx, {
    currency: row.prizeType,
    amount: row.prizeAmount,
    from: { house: 'rewards' },
    to: { player: playerId },
    type: 'giveaway_prize',
    reference: row.id,
    idempotencyKey: `giveaway-prize:${entry}`,
    description: `Giveaway: ${row.title}`,
  });
  if (isRefusal(moved)) throw new Error(`the prize of ${entry} was refused: ${moved.refused}`);
}

/**
 * Draws a giveaway whose end has come and pays its winners, all in one transaction, once: entries under way are waited
 * for, whoever comes later finds it drawn. Also one that was switched off meanwhile, since players entered it.
 * @returns how many won; undefined when there was nothing to draw
 */
export function drawGiveaway(giveawayId: string, { db, clock }: GiveawaysDeps): Promise<number | undefined> {
  return db.transaction<number | undefined>(async (tx) => {
    const row = await store.lockGiveaway(tx, giveawayId);
    const now = clock.now();
    if (!row || phaseOf(row, now) !== 'drawing') return undefined;
    const entries = await store.entriesOf(tx, giveawayId);
    const entrants = entries.map(({ entry }) => entry);
    const winners = await drawWinners(await store.seedOf(tx, giveawayId), entrants, row.winnerCount);
    await store.markWinners(tx, winners);
    await store.markDrawn(tx, giveawayId, await hashOfEntrants(entrants), now);

    const won = entries.filter(({ entry }) => winners.includes(entry));
    // In the order of the players, as whoever else locks several wallets.
    won.sort((one, other) => (one.playerId < other.playerId ? -1 : 1));
    for (const entry of won) await payPrize(tx, row, entry);
    const { title, prizeAmount, prizeType } = row;
    await publish(tx, 'giveaway.drawn', { giveawayId, title, at: now.toISOString() });
    for (const { playerId } of won) {
      const change = { delta: prizeAmount, currency: prizeType, description: `Giveaway: ${title}` };
      await announceBalance(tx, playerId, change);
    }
    const drawn = { giveawayId, participants: entries.length, isCompleted: true };
    await publishToAll(tx, 'giveaway', drawn, giveawayId);
    return winners.length;
  });
}

/** All that is published of a draw. Refuses `not_found`, and `giveaway_not_drawn` before it: the seed is secret then. */
export async function readDraw(giveawayId: string, { db }: GiveawaysDeps): Promise<DrawRecord | Refusal> {
  const row = await store.findGiveaway(db, giveawayId);
  if (!row) return refuse('not_found');
  if (!row.drawnAt) return refuse('giveaway_not_drawn');
  const entries = await store.entriesOf(db, giveawayId);
  const won = entries.filter(({ wonAs }) => wonAs !== null);
  won.sort((one, other) => Number(one.wonAs) - Number(other.wonAs));
  return {
    algorithm: drawAlgorithm,
    terms: termsOf(giveawayId, {
      ...row,
      startDate: row.startsAt.toISOString(),
      endDate: row.endsAt.toISOString(),
    }),
    commitment: row.commitment,
    seed: await store.seedOf(db, giveawayId),
    entrants: entries.map(({ entry }) => entry),
    entrantsHash: await store.entrantsHashOf(db, giveawayId),
    winners: won.map(({ entry }) => entry),
  };
}
