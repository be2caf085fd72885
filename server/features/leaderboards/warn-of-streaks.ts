// SPDX-License-Identifier: Apache-2.0

import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { enqueue, publish } from '../../platform/jobs/outbox.ts';
import { listOpenStreaks, listPlayed, type Place } from './streak-queries.ts';

export const streakTask = 'find-ending-streaks';

/** Attempts looked at in one transaction. */
export const maxLookedAt = 500;
/** A day alone is no streak to be missed. */
const leastDays = 2;
const dayMs = 24 * 3_600_000;

export interface StreakWalk {
  /** The UTC day that is under way, as YYYY-MM-DD. */
  day: string;
  after: Place | null;
}

/**
 * Tells of the streaks that end tonight among those who played yesterday, and leaves the job of those behind them, in one
 * transaction: however many there are, it keeps no worker for long. Who played several times may be told of several times,
 * and is told once (`notifications_once`).
 */
export async function findEndingStreaks(
  walk: Partial<StreakWalk>,
  { db, clock }: { db: Database; clock: Clock },
): Promise<void> {
  const day = walk.day ?? clock.now().toISOString().slice(0, 10);
  const today = new Date(`${day}T00:00:00Z`);
  // A walk that was held up until the day was over would tell of what is gone.
  if (clock.now().getTime() >= today.getTime() + dayMs) return;
  await db.transaction(async (tx) => {
    const from = new Date(today.getTime() - dayMs);
    const played = await listPlayed(tx, {
      from,
      until: today,
      after: walk.after ?? null,
      limit: maxLookedAt,
    });
    const last = played.at(-1);
    if (last && played.length === maxLookedAt) {
      const { playedAt, attemptId } = last;
      const next: StreakWalk = { day, after: { playedAt, attemptId } };
      await enqueue(tx, streakTask, next, { key: `${streakTask}:${day}`, priority: 10 });
    }
    const playerIds = [...new Set(played.map(({ playerId }) => playerId))];
    const streaks = (await listOpenStreaks(tx, playerIds, today)).filter(({ days }) => days >= leastDays);
    if (streaks.length > 0) await publish(tx, 'streak.ending', { day, streaks }, { priority: 10 });
  });
}
