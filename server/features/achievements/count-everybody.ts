// SPDX-License-Identifier: Apache-2.0

import { createHash } from 'node:crypto';
import { achievements } from '../../../contract/achievements.ts';
import { enqueue } from '../../platform/jobs/outbox.ts';
import * as store from './achievement-store.ts';
import { type AchievementsDeps, countAchievements } from './count-achievements.ts';

export const everybodyTask = 'count-achievements';

/** Players per job: the work to repeat if its process is killed. */
const playersAtOnce = 100;

/** Identifies the current list of achievements: if the list changes, all players are counted again. */
export const presentList = createHash('sha256')
  .update(achievements.map(({ id, figure, goal }) => `${id} ${figure} ${goal}\n`).join(''))
  .digest('hex');

const enqueueNext = (tx: Parameters<typeof enqueue>[0]) =>
  enqueue(tx, everybodyTask, {}, { key: everybodyTask, priority: 10 });

/** Starts counting all players who joined before this list of achievements; once, even if several processes start. */
export async function beginToCountEverybody({ db }: Pick<AchievementsDeps, 'db'>): Promise<void> {
  await db.transaction(async (tx) => {
    if ((await store.beginRun(tx, presentList)).endedAt === null) await enqueueNext(tx);
  });
}

/**
 * Counts the next players and enqueues the job for the following ones. So even a long list never keeps a worker for
 * long, and continues where it stopped.
 */
export async function countEverybody(deps: AchievementsDeps): Promise<void> {
  const { db, clock } = deps;
  const { after, endedAt } = await db.transaction((tx) => store.beginRun(tx, presentList));
  if (endedAt) return;
  const players = await store.listNextPlayers(db, after, playersAtOnce);
  // A new list may change or drop an achievement's goal, with the same effect as an undone fact.
  for (const playerId of players) await countAchievements({ playerId, isUndone: true }, deps);
  await db.transaction(async (tx) => {
    const last = players.at(-1);
    await store.moveRun(tx, presentList, { after: last ?? after, endedAt: last ? null : clock.now() });
    if (last) await enqueueNext(tx);
  });
}
