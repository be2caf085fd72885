// SPDX-License-Identifier: Apache-2.0

import type { Dispute, DisputeInput, DisputeState } from '../../../../contract/disputes.ts';
import type { Clock } from '../../../platform/clock.ts';
import { answerOnce, type Replay } from '../../../platform/db/answer-once.ts';
import type { Database, Queryable, Tx } from '../../../platform/db/database.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import { findAttempt, lockAttempt } from '../attempts/attempt-store.ts';
import * as store from './dispute-store.ts';
import { disputableUntil, reasonNotDisputable } from './rules.ts';

export interface DisputeTimes {
  /** How long after its end a result can be disputed. */
  withinDays: number;
  /** How soon we promise to decide a dispute. */
  promiseMs: number;
}

export interface DisputeDeps {
  db: Database;
  clock: Clock;
  disputes: DisputeTimes;
}

interface OwnAttempt {
  playerId: string;
  attemptId: string;
}

/** The dispute of a result, or until when one can be opened. Refuses `not_found` if the attempt is not the player's. */
export async function readDispute(
  { playerId, attemptId }: OwnAttempt,
  { db, clock, disputes }: DisputeDeps,
): Promise<DisputeState | Refusal> {
  const attempt = await findAttempt(db, attemptId);
  if (attempt?.playerId !== playerId) return refuse('not_found');
  const row = await store.findAttemptDispute(db, attemptId);
  if (row) return { dispute: store.viewDispute(row), openUntil: null };
  const until = attempt.completedAt && disputableUntil(attempt.completedAt, disputes.withinDays);
  const isOpen = until && !reasonNotDisputable(attempt) && clock.now() < until;
  return { dispute: null, openUntil: isOpen ? until.toISOString() : null };
}

/**
 * Disputes a result, which can be done only once (docs/rules/disputes.md, 1). Refuses `not_found` if the attempt is not
 * the player's, `result_not_disputable`, `dispute_too_late` and `already_disputed`.
 */
export function openDispute(
  {
    playerId,
    attemptId,
    words,
    link,
    idempotencyKey,
  }: OwnAttempt & DisputeInput & { idempotencyKey: string },
  { db, clock, disputes }: DisputeDeps,
): Promise<Dispute | Refusal> {
  const input = { operation: 'challenge.dispute', attemptId, words, link };
  return db.transaction<Dispute | Refusal>(async (tx) => {
    // Locked, so that it cannot be voided or disputed at the same time.
    const attempt = await lockAttempt(tx, attemptId);
    const open = async (): Promise<Dispute | Refusal> => {
      if (attempt?.playerId !== playerId) return refuse('not_found');
      const why = reasonNotDisputable(attempt);
      if (!attempt.completedAt || why) return refuse('result_not_disputable', { why });
      const now = clock.now();
      const { withinDays, promiseMs } = disputes;
      const isLate = now >= disputableUntil(attempt.completedAt, withinDays);
      if (isLate) return refuse('dispute_too_late', { days: withinDays });
      const promisedBy = new Date(now.getTime() + promiseMs);
      const said = { attemptId, playerId, words, link, openedAt: now, promisedBy };
      const row = await store.insertDispute(tx, said);
      return row ? store.viewDispute(row) : refuse('already_disputed');
    };
    return answerOnce(tx, { playerId, key: idempotencyKey, input }, open, createReplay(tx));
  });
}

/** Keeps only the id for replays, so that the player's words are stored in one place only. */
function createReplay(tx: Tx): Replay<Dispute, { _id: string }> {
  return {
    toKept: ({ _id }) => ({ _id }),
    async restore({ _id }) {
      const row = await store.findDispute(tx, _id);
      return row ? store.viewDispute(row) : refuse('not_found');
    },
  };
}

/** A player's disputes, for the export of what is held about them. */
export async function* exportDisputes(
  db: Queryable,
  playerId: string,
): AsyncGenerator<Dispute & { attemptId: string }> {
  for (const row of await store.getPlayerDisputes(db, playerId)) {
    yield { ...store.viewDispute(row), attemptId: row.attemptId };
  }
}
