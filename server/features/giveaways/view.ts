import type { AdminGiveaway, Giveaway } from '../../../contract/giveaways.ts';
import type { Database } from '../../platform/db/database.ts';
import type { GiveawaysDeps } from './deps.ts';
import { phaseOf } from './rules.ts';
import * as store from './store.ts';

function viewOf(row: store.GiveawayRow, now: Date) {
  return {
    _id: row.id,
    title: row.title,
    prizeType: row.prizeType,
    prizeAmount: row.prizeAmount,
    startDate: row.startsAt.toISOString(),
    endDate: row.endsAt.toISOString(),
    winnerCount: row.winnerCount,
    isCompleted: row.drawnAt !== null,
    isActive: row.isActive,
    phase: phaseOf(row, now),
    commitment: row.commitment,
  };
}

export function viewForPlayer(row: store.ListedGiveaway, now: Date): Giveaway {
  const { participants, myEntry, hasWon } = row;
  return { ...viewOf(row, now), participants, myEntry, hasWon };
}

/** With everybody who entered: administrators alone see who they are. */
export async function viewForAdmins(
  db: Pick<Database, 'rows' | 'row' | 'run'>,
  row: store.GiveawayRow,
  { clock, publicPlayers }: GiveawaysDeps,
): Promise<AdminGiveaway> {
  const entries = await store.entriesOf(db, row.id);
  const known = await publicPlayers(entries.map(({ playerId }) => playerId));
  return {
    ...viewOf(row, clock.now()),
    createdAt: row.createdAt.toISOString(),
    participants: entries.map(({ playerId, enteredAt, wonAs }) => ({
      playerId,
      name: known.get(playerId)?.name ?? 'Former player',
      enteredAt: enteredAt.toISOString(),
      hasWon: wonAs !== null,
    })),
  };
}
