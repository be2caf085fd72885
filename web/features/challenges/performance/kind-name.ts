// SPDX-License-Identifier: Apache-2.0

import { modeName } from '../../../../contract/games/game-line.ts';
import type { Performance } from '../../../../contract/performance.ts';
import { displayType } from '../challenge-type.ts';

/** A kind of challenge within its game: "Top 10 + 3 Kills · Squad · Bots count". */
export function kindName({
  challengeType,
  terms,
}: Pick<Performance['kinds'][number], 'challengeType' | 'terms'>): string {
  const parts = [
    displayType(challengeType),
    terms && modeName(terms.mode),
    terms?.countsBots && 'Bots count',
  ];
  return parts.filter(Boolean).join(' · ');
}
