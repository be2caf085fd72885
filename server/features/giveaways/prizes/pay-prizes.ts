// SPDX-License-Identifier: Apache-2.0

import { announceBalances } from '../../../ledger/announce.ts';
import { creditMany } from '../../../ledger/credit-many.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { enqueue, hasJob, publish } from '../../../platform/jobs/outbox.ts';
import type { GetContacts, HoldPlayers, PublicPlayers } from '../../../ports.ts';
import * as store from './giveaway-payout-store.ts';

export interface GiveawaysDeps {
  db: Database;
  clock: Clock;
  holdPayees: HoldPlayers;
  publicPlayers: PublicPlayers;
  getContacts: GetContacts;
}

export const prizesTask = 'pay-prizes';

/** Prizes per transaction: each holds locks on its entry, player, wallet and page. */
export const prizesPerBatch = 500;

const jobKey = (giveawayId: string) => `${prizesTask}:${giveawayId}`;

/** One job per giveaway: the next batch, once this transaction commits. */
function enqueueNextPrizes(tx: Tx, giveawayId: string): Promise<void> {
  return enqueue(tx, prizesTask, { giveawayId }, { key: jobKey(giveawayId) });
}

/** Resumes a payout whose job was lost. A job that failed permanently is left to the operator (docs/operate.md). */
export async function resumePrizes(giveawayId: string, { db }: Pick<GiveawaysDeps, 'db'>): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await hasJob(tx, jobKey(giveawayId)))) await enqueueNextPrizes(tx, giveawayId);
  });
}

/** Pays the next winners of a locked payout. Returns true after the last ones; the draw is then announced. */
async function payBatch(tx: Tx, prizes: store.OpenPrizes, deps: GiveawaysDeps): Promise<boolean> {
  const { giveawayId, title, prizeType: currency, prizeAmount: amount } = prizes;
  const at = deps.clock.now();
  const winners = await store.listNextWinners(tx, prizes, prizesPerBatch);
  const here = await deps.holdPayees(
    tx,
    winners.map(({ playerId }) => playerId),
  );
  const paid = winners.filter(({ playerId }) => here.has(playerId));
  const description = `Giveaway: ${title}`;
  const credits = paid.map(({ entry, playerId }) => ({
    playerId,
    amount,
    reference: giveawayId,
    idempotencyKey: `giveaway-prize:${entry}`,
  }));
  await creditMany(tx, { currency, from: 'rewards', type: 'giveaway_prize', description }, credits);
  await store.markPaid(
    tx,
    paid.map(({ entry }) => entry),
    at,
  );
  const isLast = winners.length < prizesPerBatch;
  await store.advancePrizes(tx, giveawayId, {
    paid: paid.length,
    leftOut: winners.length - paid.length,
    upTo: winners.at(-1)?.playerId,
    isLast,
    at,
  });
  if (isLast) await publish(tx, 'giveaway.drawn', { giveawayId, title, at: at.toISOString() });
  const changes = paid.map(({ playerId }) => ({ playerId, delta: amount }));
  await announceBalances(tx, changes, { currency, description });
  return isLast;
}

/**
 * Begins to pay the winners of a giveaway that is being drawn: fewer than a batch immediately, in the transaction of
 * the draw; more through the job.
 */
export async function beginPrizes(
  tx: Tx,
  giveawayId: string,
  winners: number,
  deps: GiveawaysDeps,
): Promise<void> {
  await store.openPrizes(tx, giveawayId, winners, deps.clock.now());
  if (winners >= prizesPerBatch) return enqueueNextPrizes(tx, giveawayId);
  const prizes = await store.lockPrizes(tx, giveawayId);
  if (!prizes) throw new Error(`the payout of giveaway ${giveawayId} vanished while it began`);
  await payBatch(tx, prizes, deps);
}

/**
 * Pays the next winners of a drawn giveaway and enqueues the job for the following ones, in one transaction: killed at
 * any point, it resumes where it stopped. Does nothing once all are paid.
 */
export async function payNextPrizes(giveawayId: string, deps: GiveawaysDeps): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const prizes = await store.lockPrizes(tx, giveawayId);
    if (!prizes) return;
    if (!(await payBatch(tx, prizes, deps))) await enqueueNextPrizes(tx, giveawayId);
  });
}
