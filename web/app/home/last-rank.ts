// SPDX-License-Identifier: Apache-2.0

import { useEffect, useState } from 'react';
import { serverNow } from '../../lib/server-time.ts';
import { lastRankKey } from '../../lib/session.ts';
import { storedRecord } from '../../lib/stored-record.ts';
import { either, hasShape, isNull, isText, isWhole } from '../../lib/stored-shape.ts';

const dayMs = 24 * 3_600_000;

/** The player's last visit and rank. `before` is the rank on the last earlier day. */
interface Visits {
  playerId: string;
  day: number;
  rank: number;
  before: number | null;
}

const kept = storedRecord(
  lastRankKey,
  hasShape<Visits>({ playerId: isText, day: isWhole, rank: isWhole, before: either(isWhole, isNull) }),
);

/**
 * The rank that this browser showed this player on the last earlier day (UTC) of this week; null if none. Boards start
 * over on Mondays.
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

/** @param visit has its day counted from 1 January 1970 (UTC), a Thursday */
export function nextKept(known: Visits | null, visit: Omit<Visits, 'before'>): Visits {
  const { playerId, day } = visit;
  const getWeek = (at: number) => Math.floor((at + 3) / 7);
  if (known?.playerId !== playerId || getWeek(known.day) !== getWeek(day)) return { ...visit, before: null };
  return { ...visit, before: known.day === day ? known.before : known.rank };
}
