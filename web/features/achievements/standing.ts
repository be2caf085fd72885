// SPDX-License-Identifier: Apache-2.0

import { type Achievement, achievements, type achievementsApi } from '../../../contract/achievements.ts';
import type { DataOf } from '../../../contract/endpoint.ts';

export interface Standing extends Achievement {
  progress: number;
  reachedAt: string | null;
  /** Its tier among the achievements for the same figure, from 1. */
  tier: number;
}

/** Sorts achievements: reached ones, newest first; the next one per figure, nearest first; and later ones. */
export interface Standings {
  reached: Standing[];
  next: Standing[];
  later: Standing[];
}

export function toStandings(list: DataOf<typeof achievementsApi.list>): Standings {
  const told = new Map(list.map((one) => [one._id, one]));
  const tiers = new Map<string, number>();
  const all = (achievements as readonly Achievement[]).map((one): Standing => {
    const tier = (tiers.get(one.figure) ?? 0) + 1;
    tiers.set(one.figure, tier);
    const { progress = 0, reachedAt = null } = told.get(one.id) ?? {};
    return { ...one, tier, progress, reachedAt };
  });
  const open = all.filter(({ reachedAt }) => reachedAt === null);
  const next = open.filter((one) => one === open.find(({ figure }) => figure === one.figure));
  return {
    reached: all.filter(isReached).sort((one, other) => other.reachedAt.localeCompare(one.reachedAt)),
    next: next.sort((one, other) => other.progress / other.goal - one.progress / one.goal),
    later: open.filter((one) => !next.includes(one)),
  };
}

function isReached(one: Standing): one is Standing & { reachedAt: string } {
  return one.reachedAt !== null;
}
