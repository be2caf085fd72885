import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import * as store from '../factor-store.ts';
import { authoriseOverOther } from '../roles/authority.ts';
import { clearFactorAt, endEverySession } from '../sessions/session-store.ts';
import {
  type Asker,
  type FactorDeps,
  holdFactors,
  recordFactorChange,
  requireFresh,
} from './hold-factors.ts';

/** Takes the player's own app away, with all that goes with it. Refuses `second_factor_missing`, `second_factor_required`. */
export async function removeApp(asker: Asker, deps: FactorDeps): Promise<Record<never, never> | Refusal> {
  const { playerId } = asker;
  const outcome = await deps.db.transaction<Record<never, never> | Refusal>(async (tx) => {
    const held = await holdFactors(tx, asker);
    if (isRefusal(held)) return held;
    if (!held.appSince) return refuse('second_factor_missing');
    const refusal = requireFresh(held, deps);
    if (refusal) return refusal;
    await store.deleteFactors(tx, playerId);
    await clearFactorAt(tx, playerId);
    await recordFactorChange(tx, { what: 'app-removed', playerId });
    return {};
  });
  deps.sessions.forget(playerId);
  return outcome;
}

/**
 * Takes away what somebody else has set up and can no longer use, and ends all their sessions: they sign in anew and set up
 * another. Refuses what `authoriseOverOther` does, and `second_factor_missing`.
 */
export async function removeFactorsOfUser(
  { actorId, userId, reason }: { actorId: string; userId: string; reason: string },
  { db, sessions }: Pick<FactorDeps, 'db' | 'sessions'>,
): Promise<{ ended: number } | Refusal> {
  const outcome = await db.transaction<{ ended: number } | Refusal>(async (tx) => {
    const authority = await authoriseOverOther(tx, { actorId, userId, permission: 'users:write' });
    if (isRefusal(authority)) return authority;
    const { appSince } = await store.readFactors(tx, userId);
    if (!appSince) return refuse('second_factor_missing');
    await store.deleteFactors(tx, userId);
    const ended = await endEverySession(tx, userId);
    await recordFactorChange(tx, { what: 'removed-by-administrator', playerId: userId, actorId, reason });
    return { ended };
  });
  if (!isRefusal(outcome)) sessions.forget(userId);
  return outcome;
}
