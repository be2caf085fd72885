// SPDX-License-Identifier: Apache-2.0

import { modeName } from '../../../../contract/games/game-line.ts';
import type { Performance } from '../../../../contract/performance.ts';
import { displayType } from '../challenge-type.ts';

type Kind = Pick<Performance['kinds'][number], 'challengeType' | 'mode'> & {
  /** Of an open challenge. */
  countsBots?: boolean | undefined;
};

/** A kind of challenge within its game: "Top 10 + 3 Kills · Squad · Bots count". */
export function kindName({ challengeType, mode, countsBots }: Kind): string {
  const parts = [displayType(challengeType), mode && modeName(mode), countsBots && 'Bots count'];
  return parts.filter(Boolean).join(' · ');
}
