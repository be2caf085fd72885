// SPDX-License-Identifier: Apache-2.0

import { createHash } from 'node:crypto';
import { achievements } from '../../../contract/achievements.ts';
import { enqueue } from '../../platform/jobs/outbox.ts';
import * as store from './achievement-store.ts';
import { type AchievementsDeps, countAchievements } from './count-achievements.ts';

export const everybodyTask = 'count-achievements';

/** Players per job, which is what is repeated if its process is killed. */
const playersAtOnce = 100;

/** Identifies the present list of achievements: if the list changes, all players are counted again. */
export const presentList = createHash('sha256')
  .update(achievements.map(({ id, figure, goal }) => `${id} ${figure} ${goal}\n`).join(''))
  .digest('hex');

const enqueueNext = (tx: Parameters<typeof enqueue>[0]) =>
  enqueue(tx, everybodyTask, {}, { key: everybodyTask, priority: 10 });

/** Begins to count all players who joined before this list of achievements; only once, even if several processes start. */
export async function beginToCountEverybody({ db }: Pick<AchievementsDeps, 'db'>): Promise<void> {
  await db.transaction(async (tx) => {
    if ((await store.beginRun(tx, presentList)).endedAt === null) await enqueueNext(tx);
  });
}

/**
 * Counts the next players and enqueues the job for those after them, so that even a long list keeps no worker for long,
 * and continues where it was stopped.
 */
export async function countEverybody(deps: AchievementsDeps): Promise<void> {
  const { db, clock } = deps;
  const { after, endedAt } = await db.transaction((tx) => store.beginRun(tx, presentList));
  if (endedAt) return;
  const players = await store.listNextPlayers(db, after, playersAtOnce);
  // Achievements counted under another list may have another goal now, or be gone, as after something was undone.
  for (const playerId of players) await countAchievements({ playerId, isUndone: true }, deps);
  await db.transaction(async (tx) => {
    const last = players.at(-1);
    await store.moveRun(tx, presentList, { after: last ?? after, endedAt: last ? null : clock.now() });
    if (last) await enqueueNext(tx);
  });
}
