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
 * Whether a session has confirmed its second factor, within `freshMs` if it is given. The refusal's data tells a client
 * whether there is a factor to ask for, or one has to be set up first.
 */
export function requireFactor(
  { isEnrolled, confirmedAt }: Confirmed,
  { now, freshMs = Number.POSITIVE_INFINITY }: { now: Date; freshMs?: number },
): Refusal | undefined {
  const isFresh = isEnrolled && confirmedAt !== null && now.getTime() - confirmedAt.getTime() < freshMs;
  return isFresh ? undefined : refuse('second_factor_required', { isEnrolled });
}

/**
 * What each call demands. Players with a permission that moves coins or codes confirm the second factor once per
 * session before any call that needs a permission, and again before acts that cannot be undone
 * (docs/rules/second-factor.md, 3, 6).
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
