// SPDX-License-Identifier: Apache-2.0

import type { PlayerPromotion } from '../../../contract/promotions.ts';
import type { AdminPromotion } from '../../../contract/promotions-admin.ts';
import { formerPlayer } from '../../../contract/public-players.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import {
  getOwnStandings,
  getRankedXp,
  getShownStandings,
  type Standing as Ranked,
} from './event-standing-store.ts';
import * as store from './event-store.ts';
import { getStandings, listPaidPlaces, type Standing } from './rewards/event-reward-store.ts';
import type { PromotionsDeps } from './rewards/reward-fact.ts';
import { getPhase, getReward, isByRank, toPromotionStatus, utcDay } from './rules.ts';

const finishedShown = 12;
const placesShown = 10;

function toView(row: store.PromotionRow, now: Date) {
  return {
    _id: row.id,
    title: row.title,
    description: row.description,
    type: row.type,
    triggers: row.triggers,
    startDate: row.startsAt.toISOString(),
    endDate: row.endsAt.toISOString(),
    leaderboardRewards: row.leaderboardRewards,
    autoRun: row.autoRun,
    isActive: row.isActive,
    isCompleted: row.isCompleted,
    completed: row.isCompleted,
    status: toPromotionStatus(row, now),
    phase: getPhase(row, now),
  };
}

function toConfig({ rewardType, rewardAmount, multiplier, userCap, dailyCap }: store.PromotionRow) {
  return { rewardType, rewardAmount, multiplier, userCap, dailyCap };
}

export function viewForAdmins(row: store.AdminPromotionRow, now: Date): AdminPromotion {
  const { given, rewardsPaid, rewardsCollected, createdAt } = row;
  return {
    ...toView(row, now),
    eventConfig: { ...toConfig(row), budget: row.budget },
    isSending: row.sendingSince !== null && !row.isCompleted,
    budgetSpent: given,
    rewardsPaid,
    rewardsCollected,
    createdAt: createdAt.toISOString(),
  };
}

/** A page of promotions for administrators, and their total. */
export async function listAllPromotions(
  query: store.AdminPromotionsQuery,
  { db, clock }: PromotionsDeps,
): Promise<{ list: AdminPromotion[]; total: number }> {
  const now = clock.now();
  const { rows, total } = await store.listForAdmins(db.reports, query);
  return { list: rows.map((row) => viewForAdmins(row, now)), total };
}

const nothing: Omit<Standing, 'eventId'> = { rewards: 0, today: 0, earned: 0, toBeSent: 0 };

/** Active, upcoming and the latest finished promotions, with the player's own standing in each. */
export async function listPromotions(playerId: string, deps: PromotionsDeps): Promise<PlayerPromotion[]> {
  const { db, clock } = deps;
  const now = clock.now();
  const rows = await store.listForPlayers(db, now, finishedShown);
  const ids = rows.map(({ id }) => id);
  const standings = await getStandings(db, playerId, ids, utcDay(now));
  const byPromotion = new Map(standings.map(({ eventId, ...standing }) => [eventId, standing]));
  const places = await getOwnStandings(
    db,
    playerId,
    rows.filter(isByRank).map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...toView(row, now),
    eventConfig: toConfig(row),
    reward: isByRank(row) ? 0 : getReward(row),
    mine: {
      ...(byPromotion.get(row.id) ?? nothing),
      ...(places.get(row.id) ?? { rank: null, xp: 0 }),
    },
  }));
}

/** The board of an ACTIVITY_WEEKLY promotion: current, or as it was paid. Refuses `not_found`. */
export async function readPromotionBoard(
  { playerId, eventId }: { playerId: string; eventId: string },
  deps: PromotionsDeps,
) {
  const row = await store.findPromotion(deps.db, eventId);
  const isShown = row && isByRank(row) && (row.isActive || row.isCompleted);
  if (!isShown) return refuse('not_found') satisfies Refusal;
  const paid = row.isCompleted ? await listPaidPlaces(deps.db, eventId) : undefined;
  const ranked = paid
    ? await paidRanking(eventId, paid, deps)
    : liveRanking(row, await getShownStandings(deps.db, eventId, { playerId, limit: placesShown }));
  const own = ranked.find((place) => place.playerId === playerId);
  const top = ranked.slice(0, placesShown);
  const known = await deps.publicPlayers(
    deps.db,
    [...top, ...(own ? [own] : [])].map((place) => place.playerId),
  );
  const view = ({ playerId: id, ...place }: Place) => ({
    ...place,
    player: known.get(id) ?? formerPlayer,
    isMe: id === playerId,
  });
  return { places: top.map(view), mine: own ? view(own) : null };
}

interface Place {
  playerId: string;
  rank: number;
  xp: number;
  reward: number;
}

function liveRanking(row: store.PromotionRow, standings: readonly Ranked[]): Place[] {
  return standings.map((standing) => ({
    ...standing,
    reward: row.leaderboardRewards[standing.rank - 1] ?? 0,
  }));
}

async function paidRanking(
  eventId: string,
  paid: readonly { playerId: string; rank: number; amount: number }[],
  { db }: PromotionsDeps,
): Promise<Place[]> {
  const xpByPlayer = await getRankedXp(
    db,
    eventId,
    paid.map(({ playerId }) => playerId),
  );
  return paid.map(({ playerId, rank, amount }) => ({
    playerId,
    rank,
    xp: xpByPlayer.get(playerId) ?? 0,
    reward: amount,
  }));
}
