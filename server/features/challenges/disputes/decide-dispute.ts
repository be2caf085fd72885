import { changeOnce } from '../../../platform/db/admin-changes.ts';
import type { Database } from '../../../platform/db/database.ts';
import { publish } from '../../../platform/jobs/outbox.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { HoldPlayers } from '../../../ports.ts';
import { lockAttempt } from '../attempt-store.ts';
import type { SettleDeps } from '../settle-attempt.ts';
import * as store from './dispute-store.ts';
import { overturnAttempt } from './overturn-attempt.ts';

export interface DecideDeps extends SettleDeps {
  db: Database;
  holdPlayers: HoldPlayers;
}

interface Decided {
  _id: string;
  outcome: 'upheld' | 'won';
}

export interface DecideInput {
  actorId: string;
  disputeId: string;
  outcome: 'upheld' | 'won';
  /** For the player to read. */
  answer: string;
  idempotencyKey: string;
}

/**
 * An administrator decides a dispute, for good (docs/rules.md, Disputes). Refuses `not_found` (also where the account is
 * gone), `conflict_of_interest` for one's own, `dispute_decided`, and `result_not_disputable` for what cannot be won.
 */
export function decideDispute(
  { actorId, disputeId, outcome, answer, idempotencyKey }: DecideInput,
  deps: DecideDeps,
): Promise<Decided | Refusal> {
  const input = { operation: 'dispute.decide', disputeId, outcome, answer };
  return deps.db.transaction<Decided | Refusal>(async (tx) => {
    const found = await store.findDispute(tx, disputeId);
    // In the order in which a deletion locks: the player, then the attempt, then their coins.
    const isHere = found && (await deps.holdPlayers(tx, [found.playerId])).has(found.playerId);
    const attempt = isHere ? await lockAttempt(tx, found.attemptId) : undefined;
    const row = attempt && (await store.lockDispute(tx, disputeId));
    return changeOnce<Decided>(tx, { playerId: actorId, key: idempotencyKey, input }, async () => {
      if (!attempt || !row) return refuse('not_found');
      if (row.playerId === actorId) return refuse('conflict_of_interest');
      if (row.outcome) return refuse('dispute_decided');
      const before = { status: attempt.status, rewardGC: attempt.rewardGivenGC, xp: attempt.xpGiven };
      const refused = outcome === 'won' ? await overturnAttempt(tx, attempt, deps) : undefined;
      if (refused) return refused;
      await store.recordRuling(tx, disputeId, { outcome, answer, at: deps.clock.now(), by: actorId });
      const { attemptId, playerId } = row;
      const description = attempt.challengeDescription;
      await publish(tx, 'dispute.decided', { disputeId, attemptId, playerId, outcome, description });
      const subject = `attempt:${attemptId}`;
      const change = { action: 'dispute.decide', subject, before, after: { outcome }, reason: answer };
      return { answer: { _id: disputeId, outcome }, change };
    });
  });
}
