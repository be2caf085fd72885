// SPDX-License-Identifier: Apache-2.0

import type { Receipt } from '../../../../contract/challenges.ts';
import { platformOf } from '../../../../contract/games/public-record.ts';
import type { FirstReading } from '../../../../contract/games/schemas.ts';
import { formerPlayer } from '../../../../contract/public-players.ts';
import type { ReceiptShare, SharedReceipt, ShareOptions } from '../../../../contract/shared-receipts.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Queryable } from '../../../platform/db/database.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { FindLeaf, GetReferralCode, PublicPlayers } from '../../../ports.ts';
import { findListedAttempt } from '../attempts/attempt-store.ts';
import { findReceipt } from './read-receipt.ts';
import * as store from './shared-receipt-store.ts';

/** What others may know about a player. */
export interface SharingPorts {
  publicPlayers: PublicPlayers;
  getReferralCode: GetReferralCode;
  findLeaf: FindLeaf;
}

interface OwnAttempt {
  playerId: string;
  attemptId: string;
}

function viewShare({ id, attemptId: _, sharedAt, ...options }: store.SharedReceiptRow): ReceiptShare {
  return { _id: id, ...options, sharedAt: sharedAt.toISOString() };
}

/** The link of a receipt; null while there is none. Refuses `not_found` if the attempt is not the player's. */
export async function readShare(
  { playerId, attemptId }: OwnAttempt,
  db: Database,
): Promise<ReceiptShare | null | Refusal> {
  const attempt = await findListedAttempt(db, attemptId);
  if (attempt?.playerId !== playerId) return refuse('not_found');
  const share = await store.findShareOfAttempt(db, attemptId);
  return share ? viewShare(share) : null;
}

/**
 * Lets anyone who has the link read a receipt (docs/rules/receipts.md, 5). Sharing it again changes what the link
 * shows. Refuses `not_found` if the attempt is not the player's, `attempt_undecided` while it runs (only results are
 * shared), `practice_not_shared`, and `only_wins_listed` if anything but a win is to be shown on the front page.
 */
export function shareReceipt(
  { playerId, attemptId, ...options }: OwnAttempt & ShareOptions,
  { db, clock }: { db: Database; clock: Clock },
): Promise<ReceiptShare | Refusal> {
  return db.transaction<ReceiptShare | Refusal>(async (tx) => {
    const attempt = await findListedAttempt(tx, attemptId);
    if (attempt?.playerId !== playerId) return refuse('not_found');
    if (!attempt.completedAt) return refuse('attempt_undecided');
    if (attempt.isPractice) return refuse('practice_not_shared');
    if (options.isListed && attempt.status !== 'SUCCESS') return refuse('only_wins_listed');
    return viewShare(await store.saveShare(tx, { attemptId, playerId, ...options, at: clock.now() }));
  });
}

/** Makes the link lead nowhere; it is safe to repeat. Refuses `not_found` if the attempt is not the player's. */
export function revokeShare(
  { playerId, attemptId }: OwnAttempt,
  db: Database,
): Promise<Record<string, never> | Refusal> {
  return db.transaction<Record<string, never> | Refusal>(async (tx) => {
    const attempt = await findListedAttempt(tx, attemptId);
    if (attempt?.playerId !== playerId) return refuse('not_found');
    await store.deleteShare(tx, attemptId);
    return {};
  });
}

/**
 * A shared receipt as anyone may see it: everything that the decision rests on, and about the player only what
 * leaderboards show too. An administrator's words about a void or a dispute are left out, as they were meant for the
 * player. Refuses `not_found` if nothing is shared under that id.
 */
export async function readSharedReceipt(
  id: string,
  deps: SharingPorts & { db: Queryable },
): Promise<SharedReceipt | Refusal> {
  const { db, publicPlayers, getReferralCode } = deps;
  const share = await store.findSharedReceipt(db, id);
  const found = share && (await findReceipt(share.attemptId, deps));
  if (!found) return refuse('not_found');
  const { attempt, voided, ruling, initial, readings, ...rest } = found.receipt;
  const { playerId } = found;
  const platform = platformOf(attempt);
  return {
    ...rest,
    player: (await publicPlayers(db, [playerId])).get(playerId) ?? formerPlayer,
    ...(platform && { platform }),
    referralCode: share.isInvitation ? ((await getReferralCode(db, playerId)) ?? null) : null,
    initial: forgetUnneeded(initial, readings),
    // The source's own words about a fault may name the account.
    readings: readings.map((one) => (one.kind === 'fault' ? { ...one, detail: '' } : one)),
    attempt: { ...attempt, epicId: share.showsEpicName ? attempt.epicId : '' },
    voided: voided && { ...voided, reason: '' },
    ruling: ruling && { ...ruling, answer: '' },
  };
}

/**
 * Without matches from before entry, by which anybody could find the account: the decision needs only those that later
 * readings list as well.
 */
function forgetUnneeded(initial: FirstReading, readings: Receipt['readings']): FirstReading {
  if (initial.kind !== 'matches') return initial;
  const listed = new Set(
    readings.flatMap((one) =>
      one.kind === 'matches' ? [...one.seen, ...one.matches.map(({ id }) => id)] : [],
    ),
  );
  return { ...initial, seen: initial.seen.filter((id) => listed.has(id)) };
}

/** The player's links, for the export of what is held about them. */
export async function* exportShares(
  db: Queryable,
  playerId: string,
): AsyncGenerator<ReceiptShare & { attemptId: string }> {
  for (const share of await store.getShares(db, playerId)) {
    yield { ...viewShare(share), attemptId: share.attemptId };
  }
}
