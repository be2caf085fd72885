// SPDX-License-Identifier: Apache-2.0

import type { AskApproval, CarryOut } from '../../../approval-ports.ts';
import { type Changed, changeAndRecord, changeOnce } from '../../../platform/db/admin-changes.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { publish } from '../../../platform/jobs/outbox.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { HoldPlayers } from '../../../ports.ts';
import { type AttemptRow, lockAttempt } from '../attempts/attempt-store.ts';
import type { SettleDeps } from '../attempts/settle-attempt.ts';
import * as store from './dispute-store.ts';
import { overturnAttempt } from './overturn-attempt.ts';
import { coinsOfWin, reasonNotDisputable } from './rules.ts';

export interface DecideDeps extends SettleDeps {
  db: Database;
  holdPlayers: HoldPlayers;
  askApproval: AskApproval;
}

interface Decided {
  _id: string;
  outcome: 'upheld' | 'won';
}

/** The decision; stored with a request that waits for approval. */
interface Decision {
  disputeId: string;
  outcome: 'upheld' | 'won';
  /** For the player to read. */
  answer: string;
}

interface Locked {
  row: store.DisputeRow;
  attempt: AttemptRow;
}

const operation = 'dispute.decide';

/**
 * An administrator decides a dispute; the decision is final (docs/rules/disputes.md, 5). Refuses `not_found` (also if
 * the account is gone), `conflict_of_interest` for the administrator's own dispute, `dispute_decided`,
 * `result_not_disputable` if the attempt cannot be won, and `waits_for_approval` for a win.
 */
export function decideDispute(
  { actorId, idempotencyKey, ...decision }: Decision & { actorId: string; idempotencyKey: string },
  deps: DecideDeps,
): Promise<Decided | Refusal> {
  const request = { playerId: actorId, key: idempotencyKey, input: { operation, ...decision } };
  return deps.db.transaction<Decided | Refusal>(async (tx) => {
    const locked = await lock(tx, decision.disputeId, deps);
    return changeOnce<Decided>(tx, request, () =>
      decideLocked(tx, { actorId, decision, locked }, deps, ({ row, attempt }) =>
        deps.askApproval(tx, {
          actorId,
          operation,
          permission: 'disputes:write',
          measure: () => [{ kind: 'ruling', coins: Math.max(0, coinsOfWin(attempt)), isAlways: true }],
          title: `Decide a dispute as won: “${attempt.challengeDescription}”`,
          subject: `attempt:${row.attemptId}`,
          playerId: row.playerId,
          before: { status: attempt.status },
          after: { outcome: decision.outcome, coins: coinsOfWin(attempt) },
          input: decision satisfies Decision,
          reason: decision.answer,
        }),
      ),
    );
  });
}

/** Locks in the same order as a deletion: the player, then the attempt, then their coins. */
async function lock(tx: Tx, disputeId: string, { holdPlayers }: DecideDeps): Promise<Locked | undefined> {
  const found = await store.findDispute(tx, disputeId);
  const isHere = found && (await holdPlayers(tx, [found.playerId])).has(found.playerId);
  const attempt = isHere ? await lockAttempt(tx, found.attemptId) : undefined;
  const row = attempt && (await store.lockDispute(tx, disputeId));
  return row && attempt && { row, attempt };
}

async function decideLocked(
  tx: Tx,
  { actorId, decision, locked }: { actorId: string; decision: Decision; locked: Locked | undefined },
  deps: DecideDeps,
  ask?: (locked: Locked) => Promise<Refusal | undefined>,
): Promise<Changed<Decided> | Refusal> {
  if (!locked) return refuse('not_found');
  const { row, attempt } = locked;
  const { disputeId, outcome, answer } = decision;
  if (row.playerId === actorId) return refuse('conflict_of_interest');
  if (row.outcome) return refuse('dispute_decided');
  const before = { status: attempt.status, rewardGC: attempt.rewardGivenGC, xp: attempt.xpGiven };
  if (outcome === 'won') {
    // Approval is not requested for something that cannot be done.
    const waits = reasonNotDisputable(attempt) ? undefined : await ask?.(locked);
    const refused = waits ?? (await overturnAttempt(tx, attempt, deps));
    if (refused) return refused;
  }
  await store.recordRuling(tx, disputeId, { outcome, answer, at: deps.clock.now(), by: actorId });
  const { attemptId, playerId } = row;
  const description = attempt.challengeDescription;
  await publish(tx, 'dispute.decided', { disputeId, attemptId, playerId, outcome, description });
  const subject = `attempt:${attemptId}`;
  return {
    answer: { _id: disputeId, outcome },
    change: { action: operation, subject, before, after: { outcome }, reason: answer },
  };
}

/** Carries out wins that a second administrator has approved. */
export function approvableRulings(deps: DecideDeps) {
  return {
    [operation]: async (tx, { actorId, input }) => {
      const decision = input as Decision;
      const locked = await lock(tx, decision.disputeId, deps);
      return changeAndRecord(tx, actorId, () => decideLocked(tx, { actorId, decision, locked }, deps));
    },
  } satisfies Record<string, CarryOut>;
}
