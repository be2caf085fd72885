// SPDX-License-Identifier: Apache-2.0

import type { Giveaway } from '../../../contract/giveaways.ts';
import { type AdminGiveaway, participantsListed } from '../../../contract/giveaways-admin.ts';
import { formerPlayer } from '../../../contract/public-players.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { searchOwners } from '../../platform/search-owners.ts';
import type { People } from '../../ports.ts';
import * as entryStore from './giveaway-entry-store.ts';
import * as store from './giveaway-store.ts';
import { findPrizes, type PrizesRow } from './prizes/giveaway-payout-store.ts';
import type { GiveawaysDeps } from './prizes/pay-prizes.ts';
import { getPhase } from './rules.ts';

function toView(row: store.GiveawayRow, now: Date) {
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
    phase: getPhase(row, now),
    commitment: row.commitment,
  };
}

/** A giveaway without its entrants, as the audit log stores it. */
export function viewTerms(row: store.GiveawayRow, now: Date) {
  return { ...toView(row, now), createdAt: row.createdAt.toISOString() };
}

export function viewForPlayer(row: store.ListedGiveaway, now: Date): Giveaway {
  const { participants, myEntry, hasWon } = row;
  return { ...toView(row, now), participants, myEntry, hasWon };
}

type Participant = AdminGiveaway['participants'][number];

/** Adds the participants' names, which only administrators see. */
async function naming(
  db: Queryable,
  rows: readonly entryStore.ParticipantRow[],
  { getContacts }: Pick<GiveawaysDeps, 'getContacts'>,
): Promise<(row: entryStore.ParticipantRow) => Participant> {
  const known = await getContacts(db, [...new Set(rows.map(({ playerId }) => playerId))]);
  return ({ playerId, enteredAt, wonAs }) => ({
    playerId,
    name: known.get(playerId)?.name ?? formerPlayer.handle,
    handle: known.get(playerId)?.handle ?? '',
    enteredAt: enteredAt.toISOString(),
    hasWon: wonAs !== null,
  });
}

function toPrizes(row: PrizesRow | undefined): AdminGiveaway['prizes'] {
  if (!row) return null;
  const { prizes: due, prizesPaid: paid, prizesLeftOut: leftOut, isFinished } = row;
  return { due, paid, leftOut, isFinished };
}

export async function viewForAdmins(
  db: Queryable,
  rows: readonly store.GiveawayRow[],
  deps: GiveawaysDeps,
): Promise<AdminGiveaway[]> {
  const ids = rows.map(({ id }) => id);
  const entered = await entryStore.listFirstParticipants(db, ids, participantsListed);
  const prizes = await findPrizes(db, ids);
  const named = await naming(
    db,
    [...entered.values()].flatMap(({ first }) => first),
    deps,
  );
  return rows.map((row) => {
    const { count, first } = entered.get(row.id) ?? { count: 0, first: [] };
    return {
      ...viewTerms(row, deps.clock.now()),
      participants: first.map(named),
      participantCount: count,
      prizes: toPrizes(prizes.get(row.id)),
    };
  });
}

/** A page of the players who entered a giveaway; refuses `not_found`. */
export async function readParticipants(
  giveawayId: string,
  { search, ...page }: { search?: string | undefined; page: number; pageSize: number },
  deps: GiveawaysDeps & Pick<People, 'searchUserIds'>,
): Promise<{ list: Participant[]; total: number } | Refusal> {
  const { db, searchUserIds } = deps;
  if (!(await store.findGiveaway(db, giveawayId))) return refuse('not_found');
  const searched = search
    ? await searchOwners({
        search: (limit, among) => searchUserIds(search, limit, among),
        owners: (limit) => entryStore.listEntrants(db, giveawayId, limit),
      })
    : undefined;
  const playerIds = searched?.ids;
  const { rows, total } = await entryStore.listParticipants(db, giveawayId, { playerIds, ...page });
  return { list: rows.map(await naming(db, rows, deps)), total };
}
