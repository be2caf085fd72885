// SPDX-License-Identifier: Apache-2.0

import { useEffect, useState } from 'react';
import { z } from 'zod';
import { keptRecord } from '../../lib/kept-record.ts';
import { serverNow } from '../../lib/server-time.ts';
import { lastRankKey } from '../../lib/session.ts';

const dayMs = 24 * 3_600_000;

/** The days and ranks of two visits of a player: `day` is the newest one's. */
const visits = z.object({
  playerId: z.string(),
  day: z.int(),
  rank: z.int(),
  before: z.int().nullable(),
});
type Visits = z.infer<typeof visits>;

const kept = keptRecord(lastRankKey, visits);

/**
 * The rank as this browser showed it to the same player on the last earlier day (UTC); null where it never did. Of this week
 * alone: on Mondays the board starts over.
 */
export function useLastRank(playerId: string | undefined, rank: number | undefined): number | null {
  const [before, setBefore] = useState<number | null>(null);
  useEffect(() => {
    if (playerId === undefined || rank === undefined) return;
    const day = Math.floor(serverNow() / dayMs);
    const next = nextKept(kept.read(), { playerId, day, rank });
    setBefore(next.before);
    kept.write(next);
  }, [playerId, rank]);
  return before;
}

/** @param visit its day counts from 1970 (UTC), which began on a Thursday */
export function nextKept(known: Visits | null, visit: Omit<Visits, 'before'>): Visits {
  const { playerId, day } = visit;
  const getWeek = (at: number) => Math.floor((at + 3) / 7);
  if (known?.playerId !== playerId || getWeek(known.day) !== getWeek(day)) return { ...visit, before: null };
  return { ...visit, before: known.day === day ? known.before : known.rank };
}
