// SPDX-License-Identifier: Apache-2.0

import { isGuarded } from '../../../../contract/permissions.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DemandFactor } from '../../../platform/http/authentication.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';

interface Confirmed {
  isEnrolled: boolean;
  confirmedAt: Date | null;
}

/**
 * Refuses unless a session has confirmed its second factor, within `freshMs` if given. The refusal's data tells the
 * client whether to ask for a factor or to set one up first.
 */
export function requireFactor(
  { isEnrolled, confirmedAt }: Confirmed,
  { now, freshMs = Number.POSITIVE_INFINITY }: { now: Date; freshMs?: number },
): Refusal | undefined {
  const isFresh = isEnrolled && confirmedAt !== null && now.getTime() - confirmedAt.getTime() < freshMs;
  return isFresh ? undefined : refuse('second_factor_required', { isEnrolled });
}

/**
 * The second factor that each call requires. Players with a permission that moves coins or codes confirm it once per
 * session before any call that needs a permission, and again before irreversible acts (docs/rules/second-factor.md, 3,
 * 6).
 */
export function factorDemand({
  isDemanded,
  freshMs,
  clock,
}: {
  isDemanded: boolean;
  freshMs: number;
  clock: Clock;
}): DemandFactor {
  if (!isDemanded) return () => undefined;
  return (player, { access, isIrreversible }) => {
    const isOpen = access === 'public' || access === 'signed-in';
    if ((isOpen && !isIrreversible) || !isGuarded(player.held)) return undefined;
    return requireFactor(player.secondFactor, { now: clock.now(), ...(isIrreversible && { freshMs }) });
  };
}
