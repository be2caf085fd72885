// SPDX-License-Identifier: Apache-2.0

import type { Challenge } from '../../../contract/challenges.ts';
import { canBeEntered } from './challenge-type.ts';

/** The address that opens the entry dialog of a challenge, with one of its variants chosen. */
export function entryAddress(challengeId: string, challengeType?: string): string {
  const asked = new URLSearchParams({
    challenge: challengeId,
    ...(challengeType && { variant: challengeType }),
  });
  return `/home?${asked}`;
}

interface AskedEntry {
  challengeId: string;
  /** Undefined: the first variant. */
  challengeType: string | undefined;
}

/** What such an address asks for, and its search without that; undefined if it asks for nothing. */
export function readEntryAddress(search: URLSearchParams): { asked: AskedEntry; rest: string } | undefined {
  const challengeId = search.get('challenge');
  if (!challengeId) return undefined;
  const challengeType = search.get('variant') ?? undefined;
  const rest = new URLSearchParams(search);
  rest.delete('challenge');
  rest.delete('variant');
  return { asked: { challengeId, challengeType }, rest: rest.toString() };
}

/** The challenge that is asked for; undefined if it cannot be entered, or no longer in the variant that is asked for. */
export function findAsked(
  challenges: readonly Challenge[],
  { challengeId, challengeType }: AskedEntry,
): Challenge | undefined {
  return challenges.find(
    (challenge) =>
      challenge._id === challengeId &&
      canBeEntered(challenge) &&
      (!challengeType ||
        challenge.challengeVariants.some((variant) => variant.challengeType === challengeType)),
  );
}
