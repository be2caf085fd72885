// SPDX-License-Identifier: Apache-2.0

import type { BoundAccount } from '../../../../contract/account-proof.ts';
import type { GameId } from '../../../../contract/games/game.ts';
import { games, theGame } from '../../../../contract/games/games.ts';
import type { Clock } from '../../../platform/clock.ts';
import { changeAndRecord } from '../../../platform/db/admin-changes.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { DomainEvents } from '../../../platform/jobs/outbox.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import type { Authority, HoldPlayers } from '../../../ports.ts';
import { isProvisional } from '../rules.ts';
import * as store from './account-proof-queries.ts';
import { findBoundAccount } from './bound-account-queries.ts';

interface ProofDeps {
  db: Database;
  clock: Clock;
  holdPlayers: HoldPlayers;
}

/** Stores the accounts of Discord's game that a player has linked there, as of their latest sign-in. */
export async function storeShownAccounts(
  { playerId, accountIds, at }: DomainEvents['player.epic-accounts-shown'],
  { db, holdPlayers }: ProofDeps,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await holdPlayers(tx, [playerId])).has(playerId)) return;
    await store.replaceDiscordProofs(tx, theGame.id, playerId, accountIds, new Date(at));
  });
}

/**
 * An administrator confirms that a user's game account is theirs, or withdraws that (docs/rules/game-accounts.md, 5).
 * Refuses what `Authority` refuses, and `epic_account_unprovable` if no account is bound, or its permanent id is
 * unknown before its first match.
 */
export function markAccountProof(
  {
    actorId,
    userId,
    game,
    isProven,
    reason,
  }: { actorId: string; userId: string; game: GameId; isProven: boolean; reason: string },
  { db, clock, authority }: ProofDeps & { authority: Authority },
): Promise<BoundAccount | Refusal> {
  const unprovable = refuse('epic_account_unprovable', { account: games[game].account.name });
  return db.transaction<BoundAccount | Refusal>((tx) =>
    changeAndRecord(tx, actorId, async () => {
      const mayAct = await authority(tx, { actorId, userId, permission: 'users:write' });
      if (isRefusal(mayAct)) return mayAct;
      const bound = await findBoundAccount(tx, game, userId);
      if (!bound || isProvisional(bound.key)) return unprovable;
      const before = await store.readBound(tx, game, userId);
      if (isProven) await store.insertProof(tx, game, userId, bound.key, clock.now());
      else await store.deleteProof(tx, game, userId, bound.key);
      const answer = await store.readBound(tx, game, userId);
      if (!answer) return unprovable;
      const change = {
        action: 'user.epic-proof',
        subject: `user:${userId}`,
        before: { game, isProven: before?.proof != null },
        after: { game, isProven },
        reason,
      };
      return { answer, change };
    }),
  );
}
