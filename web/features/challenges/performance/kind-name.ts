// SPDX-License-Identifier: Apache-2.0

import { modeName } from '../../../../contract/games/game-line.ts';
import type { Performance } from '../../../../contract/performance.ts';
import { displayType } from '../challenge-type.ts';

/** A kind of challenge within its game: "Top 10 + 3 Kills · Squad". */
export function kindName({
  challengeType,
  mode,
}: Pick<Performance['kinds'][number], 'challengeType' | 'mode'>): string {
  return mode ? `${displayType(challengeType)} · ${modeName(mode)}` : displayType(challengeType);
}
