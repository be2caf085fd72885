// SPDX-License-Identifier: Apache-2.0

import type { Challenge } from '../../../../contract/challenges.ts';
import type { GameId } from '../../../../contract/games/game.ts';
import { gameOf } from '../../../../contract/games/games.ts';
import { countMet, type Performance, playedUnder } from '../../../../contract/performance.ts';
import { kindName } from './kind-name.ts';

const shownKinds = 6;

type Kind = Pick<
  Performance['kinds'][number],
  'challengeType' | 'requiredPlacement' | 'requiredKills' | 'terms'
>;

/**
 * The conditions of a game's challenges: of the open ones, otherwise of those entered before. Each has the matches played
 * under its terms, and how many of them met it. The most often met come first.
 */
export function askedKinds(
  { matches, kinds }: Pick<Performance, 'matches' | 'kinds'>,
  challenges: readonly Challenge[],
  game: GameId,
) {
  const open = distinctOpen(challenges, game);
  return (open.length > 0 ? open : kinds)
    .map((kind: Kind) => ({ ...kind, matches: playedUnder(matches, kind.terms) }))
    .filter((kind) => kind.matches.length > 0 || matches.length === 0)
    .map((kind) => ({ ...kind, met: countMet(kind.matches, kind) }))
    .sort((one, other) => other.met - one.met)
    .slice(0, shownKinds);
}

function distinctOpen(challenges: readonly Challenge[], game: GameId): readonly Kind[] {
  const variants = challenges
    .filter((one) => one.isActive && gameOf(one).id === game)
    .flatMap(({ challengeVariants, terms }) =>
      challengeVariants.map((variant) => ({ ...variant, ...(terms && { terms }) })),
    );
  return [...new Map(variants.map((variant) => [kindName(variant), variant])).values()];
}
