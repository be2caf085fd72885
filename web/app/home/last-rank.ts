import { useEffect, useState } from 'react';
import { deviceStorage } from '../../lib/device-storage.ts';
import { serverNow } from '../../lib/server-time.ts';

const key = 'lastRank';
const dayMs = 24 * 3_600_000;

/** The days and ranks of two visits: `day` is the newest one's. */
interface Kept {
  day: number;
  rank: number;
  before: number | null;
}

function read(): Kept | null {
  try {
    const kept = JSON.parse(deviceStorage.getItem(key) ?? 'null') as Kept | null;
    return kept && Number.isInteger(kept.day) && Number.isInteger(kept.rank) ? kept : null;
  } catch {
    return null;
  }
}

/**
 * The rank as this browser showed it on the last earlier day (UTC); null where it never did. Of this week alone: on
 * Mondays the board begins anew.
 */
export function useLastRank(rank: number | undefined): number | null {
  const [before, setBefore] = useState<number | null>(null);
  useEffect(() => {
    if (rank === undefined) return;
    const day = Math.floor(serverNow() / dayMs);
    const kept = read();
    const next = nextKept(kept, { day, rank });
    setBefore(next.before);
    deviceStorage.setItem(key, JSON.stringify(next));
  }, [rank]);
  return before;
}

/** @param day days since 1970 (UTC); the first of them was a Thursday */
export function nextKept(kept: Kept | null, { day, rank }: { day: number; rank: number }): Kept {
  const isSameWeek = kept !== null && Math.floor((kept.day + 3) / 7) === Math.floor((day + 3) / 7);
  if (!isSameWeek) return { day, rank, before: null };
  return { day, rank, before: kept.day === day ? kept.before : kept.rank };
}
