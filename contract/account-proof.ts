// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { timestamp } from './endpoint.ts';
import type { GameId } from './games/game.ts';
import { gameIds } from './games/games.ts';

/**
 * Proof that the player owns the bound game account: from Discord's linked accounts, or from an administrator who
 * checked it.
 */
export const accountProof = z.object({ by: z.enum(['discord', 'administrator']), at: timestamp });
export type AccountProof = z.infer<typeof accountProof>;

/** The bound game account, by name. `proof` is null until the player has proven that it is theirs. */
export const boundAccount = z.object({ epicId: z.string(), proof: accountProof.nullable() });
export type BoundAccount = z.infer<typeof boundAccount>;

/** The same, of any game. */
export const gameAccount = boundAccount.extend({ game: z.enum(gameIds) });
export type GameAccount = z.infer<typeof gameAccount>;

/** The one of this game; null if none is bound. */
export function accountIn(game: GameId, accounts: readonly GameAccount[]): BoundAccount | null {
  const found = accounts.find((one) => one.game === game);
  return found ? { epicId: found.epicId, proof: found.proof } : null;
}
