// SPDX-License-Identifier: Apache-2.0

import type { z } from 'zod';
import type { checkedAccount } from '../../../../contract/challenges.ts';
import { theGame } from '../../../../contract/games/games.ts';
import type { ExactLimit } from '../../../platform/http/rate-limit.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { clearAccount, type LookUp } from '../game-accounts/clear-account.ts';
import { isTooBusy } from '../readings/reading-rules.ts';
import { refuseClosed } from './close-game.ts';
import { findClosure } from './closed-game-store.ts';
import type { PreflightDeps } from './preflight.ts';

/** A successful entry costs its fee, but a check costs nothing, so checks that find an account are limited as well. */
const fromNetwork: ExactLimit = { name: 'account-check-from', max: 20, windowSeconds: 60, by: 'address' };

/** Checks a game account as an entry would, and leaves nothing behind: no binding, no reading, no attempt. */
export async function checkAccount(
  wish: Omit<LookUp, 'game'>,
  deps: PreflightDeps,
): Promise<z.output<typeof checkedAccount> | Refusal> {
  const game = theGame.id;
  const closure = await findClosure(deps.db, game);
  if (closure) return refuseClosed(game, closure.reason);
  if (isTooBusy(await deps.games[game].load.find())) return refuse('readings_busy');
  const refusal = await deps.limiter.take(fromNetwork, wish.network);
  if (refusal) return refusal;
  const cleared = await clearAccount({ ...wish, game }, deps);
  if (isRefusal(cleared)) return cleared;
  const { account, baseline } = cleared;
  return {
    epicId: account.name,
    matches: baseline.kind === 'stats' ? baseline.matches : baseline.seen.length,
  };
}
