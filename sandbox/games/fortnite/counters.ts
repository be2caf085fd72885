// SPDX-License-Identifier: Apache-2.0

import { createHash } from 'node:crypto';
import type { LatePart } from './arena/player.ts';

export type Mode = 'solo' | 'duo' | 'squad';

/** The counters of one mode, as far as they are counted and not derived. `minutes` are reported minutes. */
export interface Counters {
  score: number;
  wins: number;
  /** The two placement counters of the mode: top 10 and 25, top 5 and 12, or top 3 and 6. */
  topNarrow: number;
  topWide: number;
  kills: number;
  matches: number;
  minutes: number;
  playersOutlived: number;
  lastModified: Date;
}

/** One Solo match as the source will report it. */
export interface SoloMatch {
  placement: number;
  kills: number;
  /** Already divided by the time scale. */
  reportedMinutes: number;
  playedAt: Date;
}

const historyEnd = Date.UTC(2026, 0, 1);
const dayMs = 86_400_000;

/**
 * A plausible history for a name, always the same one. Names beginning with `fresh` have none.
 * @param part shrinks it: 0.5 is what a source that lost half of its records would report.
 */
export function toHistory(name: string, part = 1): Partial<Record<Mode, Counters>> {
  if (name.toLowerCase().startsWith('fresh')) return {};
  const next = createNumbers(name.toLowerCase());
  const skill = 0.4 + next();
  const mode = (fewest: number, most: number): Counters => {
    const matches = Math.floor((fewest + next() * (most - fewest)) * part);
    const lastModified = new Date(wholeSeconds(historyEnd - next() * 90 * dayMs));
    return toCounters(matches, skill * (0.8 + next() * 0.4), lastModified);
  };
  return { solo: mode(120, 1_500), duo: mode(60, 1_000), squad: mode(80, 2_000) };
}

/** Shares as in recorded answers: about 4 % wins, 18 % narrow and 35 % wide placements, 2 kills a match. */
function toCounters(matches: number, skill: number, lastModified: Date): Counters {
  const wins = Math.floor(matches * 0.04 * skill);
  return {
    score: Math.floor(matches * (38 + skill * 30)),
    wins,
    topNarrow: Math.max(wins, Math.floor(matches * 0.18 * skill)),
    topWide: Math.max(wins, Math.floor(matches * 0.35 * skill)),
    kills: Math.floor(matches * 1.9 * skill),
    matches,
    minutes: Math.floor(matches * (5 + skill * 4)),
    playersOutlived: Math.floor(matches * 38 * skill),
    lastModified,
  };
}

/**
 * What `solo` reports after one more match. A win counts as top 10 and top 25, a top 10 as top 25.
 * @param missing counters of the match that have not arrived yet
 */
export function withMatch(
  solo: Counters | undefined,
  match: SoloMatch,
  missing: readonly LatePart[],
): Counters {
  const before = solo ?? toCounters(0, 0, match.playedAt);
  const placement = missing.includes('placement') ? 100 : match.placement;
  const kills = missing.includes('kills') ? 0 : match.kills;
  const playedAt = missing.includes('time') ? 0 : match.playedAt.getTime();
  return {
    score: before.score + kills * 20 + (101 - placement) * 2,
    wins: before.wins + Number(placement === 1),
    topNarrow: before.topNarrow + Number(placement <= 10),
    topWide: before.topWide + Number(placement <= 25),
    kills: before.kills + kills,
    matches: before.matches + 1,
    minutes: before.minutes + (missing.includes('minutes') ? 0 : match.reportedMinutes),
    playersOutlived: before.playersOutlived + (100 - placement),
    lastModified: new Date(Math.max(playedAt, before.lastModified.getTime())),
  };
}

export function wholeSeconds(ms: number): number {
  return Math.floor(ms / 1000) * 1000;
}

/** A fixed sequence of numbers in [0, 1) for a text. */
function createNumbers(text: string): () => number {
  const digest = createHash('sha512').update(text).digest();
  let offset = 0;
  return () => {
    const value = digest.readUInt32BE(offset) / 2 ** 32;
    offset += 4;
    return value;
  };
}
