// SPDX-License-Identifier: Apache-2.0

import { achievements, type achievementsApi } from '../../../contract/achievements.ts';
import type { DataOf } from '../../../contract/endpoint.ts';
import type { PlayerExport } from '../../../contract/player-export.ts';
import type { Queryable } from '../../platform/db/database.ts';
import * as store from './achievement-store.ts';
import { type AchievementsDeps, getFigures } from './count-achievements.ts';

/** All achievements, with the player's progress. The very latest may not be recorded yet. */
export async function readAchievements(
  playerId: string,
  { db, sources }: Pick<AchievementsDeps, 'db' | 'sources'>,
): Promise<DataOf<typeof achievementsApi.list>> {
  const [reached, figures] = await Promise.all([
    store.getReached(db, playerId),
    getFigures(db, playerId, sources),
  ]);
  const times = new Map(reached.map(({ achievement, reachedAt }) => [achievement, reachedAt.toISOString()]));
  return achievements.map(({ id, figure, goal }) => ({
    _id: id,
    progress: Math.max(0, Math.min(goal, figures[figure])),
    reachedAt: times.get(id) ?? null,
  }));
}

/** Ids of a player's achievements, oldest first. */
export async function listReached(db: Queryable, playerId: string): Promise<string[]> {
  return (await store.getReached(db, playerId)).map(({ achievement }) => achievement);
}

const titles = new Map<string, string>(achievements.map(({ id, title }) => [id, title]));

/** A player's achievements, in order of time. */
export async function* exportAchievements(
  db: Queryable,
  playerId: string,
): AsyncGenerator<PlayerExport['achievements'][number]> {
  for (const { achievement, reachedAt } of await store.getReached(db, playerId))
    yield { title: titles.get(achievement) ?? achievement, reachedAt: reachedAt.toISOString() };
}
