// SPDX-License-Identifier: Apache-2.0

import type { Achievement, FigureSourceName } from '../../../contract/achievements.ts';
import { figuresBySource } from '../../../contract/achievements.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable, Tx } from '../../platform/db/database.ts';
import { publish } from '../../platform/jobs/outbox.ts';
import type { AchievementSources, FigureSource, HoldPlayers } from '../../ports.ts';
import * as store from './achievement-store.ts';
import { compareWithFigures, type Figures, maxNotificationAgeMs } from './rules.ts';

export interface AchievementsDeps {
  db: Database;
  clock: Clock;
  holdPlayers: HoldPlayers;
  sources: AchievementSources;
}

/** A player's figures from all sources. The cost is bounded, no matter how much the player has done. */
export async function getFigures(
  db: Queryable,
  playerId: string,
  sources: AchievementSources,
): Promise<Figures> {
  let figures = {};
  for (const { getFigures: count } of Object.values(sources))
    figures = { ...figures, ...(await count(db, playerId)) };
  return figures as Figures;
}

async function findReachedAt(
  tx: Tx,
  playerId: string,
  reached: readonly Achievement[],
  sources: AchievementSources,
): Promise<store.Reached[]> {
  const found: store.Reached[] = [];
  for (const [name, source] of Object.entries(sources) as [FigureSourceName, FigureSource][]) {
    const own: readonly string[] = figuresBySource[name];
    const goals = reached.filter(({ figure }) => own.includes(figure));
    if (goals.length === 0) continue;
    const times = await source.findReachedAt(tx, playerId, goals);
    for (const [place, { id }] of goals.entries()) {
      const reachedAt = times[place];
      if (!reachedAt) throw new Error(`nobody knows when ${playerId} reached ${id}`);
      found.push({ achievement: id, reachedAt });
    }
  }
  return found;
}

/**
 * Computes a player's achievements from the current facts: adds newly reached ones, removes those that no longer hold.
 * Safe to repeat after any fact. Notifies players of newly reached ones.
 * @param isUndone true after something was undone: achievements that still hold may then date from another day
 */
export async function countAchievements(
  { playerId, isUndone = false }: { playerId: string; isUndone?: boolean },
  { db, clock, holdPlayers, sources }: AchievementsDeps,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await holdPlayers(tx, [playerId])).has(playerId)) return;
    const now = clock.now();
    await store.lockCount(tx, playerId, now);
    // Read by separate statements after the lock, so that they see everything that the previous holder of the lock
    // wrote.
    const held = new Set((await store.getReached(tx, playerId)).map(({ achievement }) => achievement));
    const { due, fresh, lost } = compareWithFigures(held, await getFigures(tx, playerId, sources));
    if (lost.length > 0) await store.takeAway(tx, playerId, lost, now);
    const dated = isUndone ? due : fresh;
    if (dated.length === 0) return;
    const reached = await findReachedAt(tx, playerId, dated, sources);
    const isNew = await store.saveReached(tx, playerId, reached);
    const times = new Map(reached.map(({ achievement, reachedAt }) => [achievement, reachedAt.getTime()]));
    const news = fresh.filter(
      ({ id }) => isNew.has(id) && now.getTime() - (times.get(id) ?? 0) <= maxNotificationAgeMs,
    );
    if (news.length === 0) return;
    const told = news.map(({ id, title, text }) => ({ id, title, text }));
    await publish(tx, 'achievement.reached', { playerId, achievements: told });
  });
}
