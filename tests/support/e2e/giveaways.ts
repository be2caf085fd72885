// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { commitTo } from '../../../server/features/giveaways/edit-giveaway.ts';
import { insertGiveaway, updateGiveaway } from '../../../server/features/giveaways/giveaway-store.ts';
import type { RunningApp } from './app.ts';
import { inDatabase } from './database.ts';

const hour = 3_600_000;
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

const giveawayEnding = (title: string, ms: number, sinceMs = hour) =>
  ({
    title,
    prizeType: 'GC',
    prizeAmount: 70,
    winnerCount: 1,
    startDate: inMs(-sinceMs),
    endDate: inMs(ms),
    isActive: true,
  }) as const;

/** A giveaway that is open now, for an hour by default; its commitment is valid. Returns its id. */
export async function openGiveaway(
  app: RunningApp,
  title: string,
  { forMs = hour, sinceMs = hour } = {},
): Promise<string> {
  const id = randomUUID();
  const giveaway = giveawayEnding(title, forMs, sinceMs);
  await inDatabase(app, async (tx) => insertGiveaway(tx, id, giveaway, await commitTo(id, giveaway)));
  return id;
}

/** Ends a giveaway now, with its participants. It looks as if these had always been its terms. */
export async function endNow(app: RunningApp, id: string, title: string): Promise<void> {
  const giveaway = giveawayEnding(title, 0);
  await inDatabase(app, async (tx) => {
    // Bypasses the trigger that protects the terms once somebody has entered.
    await tx.run(sql`set local session_replication_role = replica`);
    await updateGiveaway(tx, id, giveaway, await commitTo(id, giveaway));
  });
}

/** Prevents its draw, because the worker's job may run at any minute, and another test may run it. */
export function whileNotDrawn(app: RunningApp, id: string, look: () => Promise<void>): Promise<void> {
  return inDatabase(app, async (tx) => {
    await tx.run(sql`select from giveaways where id = ${id} for no key update`);
    await look();
  });
}

/** Draws every ended giveaway now, instead of within a minute. */
export async function drawNow(app: RunningApp): Promise<void> {
  await inDatabase(app, (tx) => tx.run(sql`select graphile_worker.add_job('draw-giveaways')`));
}
