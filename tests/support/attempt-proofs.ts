// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { beforeAll, beforeEach } from 'vitest';
import { challengeProofs } from '../../server/features/challenges/proofs.ts';
import { type Movement, transferAlone } from '../../server/ledger/transfer.ts';
import { type AttemptParts, insertAttempt, openAttemptRows } from './attempt-rows.ts';
import { createPlayer } from './factories.ts';

/**
 * A database in which tests write attempts and transfers separately, so that proofs can compare them. Each test starts
 * without any.
 */
export function openAttemptProofs() {
  const db = openAttemptRows();
  let playerId: string;
  beforeAll(async () => {
    playerId = (await createPlayer(db, { gamerCoins: 10_000 })).id;
  });
  beforeEach(async () => {
    await db.transaction(async (tx) => {
      await tx.run(sql`set local session_replication_role = replica`);
      await tx.run(sql`truncate transfers, row_counters`);
    });
  });

  /** The breaches reported by the proofs. */
  async function told(): Promise<string[]> {
    const found: string[] = [];
    for (const { contradictions } of challengeProofs) {
      found.push(...(await db.rows<{ breach: string }>(contradictions)).map(({ breach }) => breach));
    }
    return found;
  }
  const add = (parts: AttemptParts = {}) => insertAttempt(db, playerId, parts);
  const house = (name: 'escrow' | 'fees' | 'rewards' | 'adjustments') => ({ house: name });
  let moves = 0;
  const move = (
    attemptId: string,
    type: Movement['type'],
    amount: number,
    parts: Partial<Pick<Movement, 'from' | 'to' | 'currency'>> = {},
  ) =>
    transferAlone(db, {
      currency: 'GC',
      amount,
      from: { player: playerId },
      to: house('escrow'),
      type,
      reference: attemptId,
      idempotencyKey: `proof:${moves++}`,
      description: 'A proof',
      mayGoBelowZero: type === 'reversal',
      ...parts,
    });
  const entered = async (parts: AttemptParts) => {
    const id = await add({ entryFeeGC: 105, ...parts });
    await move(id, 'challenge_entry', 105);
    return id;
  };
  return { db, playerId: () => playerId, told, add, house, move, entered };
}
