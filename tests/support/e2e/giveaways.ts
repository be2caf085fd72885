import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { commitTo } from '../../../server/features/giveaways/edit.ts';
import { insertGiveaway } from '../../../server/features/giveaways/store.ts';
import type { RunningApp } from './app.ts';
import { inDatabase } from './database.ts';

/** A giveaway that is open now and ends after `seconds`; its commitment is as true as any. Gives its id. */
export async function openGiveaway(
  app: RunningApp,
  { title, seconds }: { title: string; seconds: number },
): Promise<string> {
  const id = randomUUID();
  const giveaway = {
    title,
    prizeType: 'GC',
    prizeAmount: 70,
    winnerCount: 1,
    startDate: new Date(Date.now() - 60_000).toISOString(),
    endDate: new Date(Date.now() + seconds * 1_000).toISOString(),
    isActive: true,
  } as const;
  await inDatabase(app, async (tx) => insertGiveaway(tx, id, giveaway, await commitTo(id, giveaway)));
  return id;
}

/** Has whatever ended drawn now, instead of within a minute. */
export async function drawNow(app: RunningApp): Promise<void> {
  await inDatabase(app, (tx) => tx.run(sql`select graphile_worker.add_job('draw-giveaways')`));
}
