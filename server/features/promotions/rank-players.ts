// SPDX-License-Identifier: Apache-2.0

import { forEachId } from '../../platform/jobs/for-each-id.ts';
import { enqueue } from '../../platform/jobs/outbox.ts';
import { publishToAll } from '../../platform/live/publish.ts';
import { listDueToRank, mayRank, postpone, ranksFew, storeStandings } from './event-standing-store.ts';
import type { PromotionsDeps } from './rewards/reward-fact.ts';

/** The task that ranks players soon after a match, in addition to the run every minute. */
export const rankTask = 'rank-players';
/** A short delay, so that simultaneous facts are ranked together. */
const soonMs = 1_000;
/** Players are ranked down to this place; the others have no rank. */
const maxRanked = 1_000;
const rankedAtOnce = 20;
/** How long after the end late or undone facts still change displayed places, though not payments. */
const ranksOnMs = 24 * 3_600_000;

/** Updates the boards of all ranking promotions: each minute while they run, and for a day afterwards. */
export async function rankPlayers({ db, clock, keepSpan, rankSpan }: PromotionsDeps): Promise<void> {
  const now = clock.now();
  const endedAfter = new Date(now.getTime() - ranksOnMs);
  const due = await listDueToRank(db, { now, endedAfter, limit: rankedAtOnce });
  const dates = new Map(due.map((promotion) => [promotion.id, promotion]));
  await forEachId([...dates.keys()], async (id) => {
    const { startsAt, endsAt } = dates.get(id) as (typeof due)[number];
    const board = await keepSpan({ from: startsAt, until: endsAt, at: now }, db);
    // A job must first count the matches played before the ranking began.
    if (board === undefined) return postpone(db, id, now);
    await db.transaction(async (tx) => {
      if (!(await mayRank(tx, id))) return;
      const hasMoved = await storeStandings(tx, id, await rankSpan(tx, board, maxRanked), now);
      if (hasMoved) await publishToAll(tx, 'events', {}, id);
    });
  });
}

/**
 * Updates promotions' boards within seconds of a match, if a running one ranks few players; larger ones follow every
 * minute.
 */
export async function rankSoon({ db, clock }: Pick<PromotionsDeps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  if (!(await ranksFew(db, now, maxRanked))) return;
  const runAt = new Date(now.getTime() + soonMs);
  await db.transaction((tx) => enqueue(tx, rankTask, {}, { key: rankTask, runAt }));
}
