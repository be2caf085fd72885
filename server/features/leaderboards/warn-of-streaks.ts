// SPDX-License-Identifier: Apache-2.0

import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { enqueue, publish } from '../../platform/jobs/outbox.ts';
import { listOpenStreaks, listPlayed, type Place } from './streak-queries.ts';

export const streakTask = 'find-ending-streaks';

/** Attempts processed in one transaction. */
export const maxLookedAt = 500;
/** A single day is not a streak worth warning about. */
const leastDays = 2;
const dayMs = 24 * 3_600_000;

export interface StreakWalk {
  /** The current UTC day, as YYYY-MM-DD. */
  day: string;
  after: Place | null;
}

/**
 * Publishes the streaks that end tonight for a batch of yesterday's players, and enqueues the job for the next batch,
 * in one transaction. So any number of players keeps no worker busy for long. A player with several attempts may be
 * published several times, but is notified once (`notifications_once`).
 */
export async function findEndingStreaks(
  walk: Partial<StreakWalk>,
  { db, clock }: { db: Database; clock: Clock },
): Promise<void> {
  const day = walk.day ?? clock.now().toISOString().slice(0, 10);
  const today = new Date(`${day}T00:00:00Z`);
  // If the walk was delayed past the end of the day, its warnings would be too late.
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
