// SPDX-License-Identifier: Apache-2.0

import { createHash } from 'node:crypto';
import { achievements } from '../../../contract/achievements.ts';
import { enqueue } from '../../platform/jobs/outbox.ts';
import * as store from './achievement-store.ts';
import { type AchievementsDeps, countAchievements } from './count-achievements.ts';

export const everybodyTask = 'count-achievements';

/** Players in one job: what is repeated where its process is killed. */
const playersAtOnce = 100;

/** Names the list of achievements as it is: a changed list means that everybody is counted again. */
export const presentList = createHash('sha256')
  .update(achievements.map(({ id, figure, goal }) => `${id} ${figure} ${goal}\n`).join(''))
  .digest('hex');

const enqueueNext = (tx: Parameters<typeof enqueue>[0]) =>
  enqueue(tx, everybodyTask, {}, { key: everybodyTask, priority: 10 });

/** Counts all players who were here before this list of achievements; once, even if several processes start. */
export async function beginToCountEverybody({ db }: Pick<AchievementsDeps, 'db'>): Promise<void> {
  await db.transaction(async (tx) => {
    if ((await store.beginRun(tx, presentList)).endedAt === null) await enqueueNext(tx);
  });
}

/**
 * Counts the next players and leaves the job of those after them: a list of any length keeps no worker for long, and goes on
 * where it was stopped.
 */
export async function countEverybody(deps: AchievementsDeps): Promise<void> {
  const { db, clock } = deps;
  const { after, endedAt } = await db.transaction((tx) => store.beginRun(tx, presentList));
  if (endedAt) return;
  const players = await store.listNextPlayers(db, after, playersAtOnce);
  // What was counted under another list may have another goal or be gone: as after something was undone.
  for (const playerId of players) await countAchievements({ playerId, isUndone: true }, deps);
  await db.transaction(async (tx) => {
    const last = players.at(-1);
    await store.moveRun(tx, presentList, { after: last ?? after, endedAt: last ? null : clock.now() });
    if (last) await enqueueNext(tx);
  });
}
