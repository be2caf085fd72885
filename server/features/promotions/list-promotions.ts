import type { PlayerPromotion } from '../../../contract/promotions.ts';
import type { AdminPromotion } from '../../../contract/promotions-admin.ts';
import { formerPlayer } from '../../../contract/public-players.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import type { Score } from '../../ports.ts';
import { getStandings, paidPlaces, type Standing } from './event-reward-store.ts';
import * as store from './event-store.ts';
import type { PromotionsDeps } from './reward-fact.ts';
import { getPhase, getReward, isByRank, toPromotionStatus, utcDay } from './rules.ts';

const finishedShown = 12;
const placesShown = 10;
/** So far down a board the rank is told; below, only the XP. */
const maxRanked = 1_000;

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

/** A page of promotions, for administrators, and how many there are in all. */
export async function listAllPromotions(
  query: store.AdminPromotionsQuery,
  { db, clock }: PromotionsDeps,
): Promise<{ list: AdminPromotion[]; total: number }> {
  const now = clock.now();
  const { rows, total } = await store.listForAdmins(db.reports, query);
  return { list: rows.map((row) => viewForAdmins(row, now)), total };
}

const nothing: Omit<Standing, 'eventId'> = { rewards: 0, today: 0, earned: 0, toBeSent: 0 };

/** Active, coming and the latest finished promotions, with the player's own standing in each. */
export async function listPromotions(playerId: string, deps: PromotionsDeps): Promise<PlayerPromotion[]> {
  const { db, clock } = deps;
  const now = clock.now();
  const rows = await store.listForPlayers(db, now, finishedShown);
  const ids = rows.map(({ id }) => id);
  const standings = await getStandings(db, playerId, ids, utcDay(now));
  const byPromotion = new Map(standings.map(({ eventId, ...standing }) => [eventId, standing]));
  return Promise.all(
    rows.map(async (row) => ({
      ...toView(row, now),
      eventConfig: toConfig(row),
      reward: isByRank(row) ? 0 : getReward(row),
      mine: { ...(byPromotion.get(row.id) ?? nothing), ...(await getPlace(playerId, row, deps)) },
    })),
  );
}

async function getPlace(
  playerId: string,
  row: store.PromotionRow,
  { db, clock, rankPlayed }: PromotionsDeps,
) {
  if (!isByRank(row) || row.startsAt > clock.now()) return { rank: null, xp: 0 };
  const scores = await rankPlayed(db, row.startsAt, row.endsAt, maxRanked);
  const place = scores.findIndex((score) => score.playerId === playerId);
  return place === -1 ? { rank: null, xp: 0 } : { rank: place + 1, xp: scores[place]?.xp ?? 0 };
}

/** The board of an ACTIVITY_WEEKLY event: as it stands, or as it was paid. Refuses `not_found`. */
export async function readPromotionBoard(
  { playerId, eventId }: { playerId: string; eventId: string },
  deps: PromotionsDeps,
) {
  const row = await store.findPromotion(deps.db, eventId);
  const isShown = row && isByRank(row) && (row.isActive || row.isCompleted);
  if (!isShown) return refuse('not_found') satisfies Refusal;
  const scores = await deps.rankPlayed(deps.db, row.startsAt, row.endsAt, maxRanked);
  const paid = row.isCompleted ? await paidPlaces(deps.db, eventId) : undefined;
  const ranked = paid ? paidRanking(paid, scores) : liveRanking(row, scores);
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

function liveRanking(row: store.PromotionRow, scores: readonly Score[]): Place[] {
  return scores.map(({ playerId, xp }, place) => ({
    playerId,
    rank: place + 1,
    xp,
    reward: row.leaderboardRewards[place] ?? 0,
  }));
}

function paidRanking(
  paid: readonly { playerId: string; rank: number; amount: number }[],
  scores: readonly Score[],
): Place[] {
  const xpByPlayer = new Map(scores.map(({ playerId, xp }) => [playerId, xp]));
  return paid.map(({ playerId, rank, amount }) => ({
    playerId,
    rank,
    xp: xpByPlayer.get(playerId) ?? 0,
    reward: amount,
  }));
}
