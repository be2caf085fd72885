// SPDX-License-Identifier: Apache-2.0

import type { Challenge } from '../../../../contract/challenges.ts';
import type { GameId } from '../../../../contract/games/game.ts';
import { gameOf } from '../../../../contract/games/games.ts';
import {
  countMet,
  type Performance,
  type PlayedMatch,
  playedUnder,
} from '../../../../contract/performance.ts';
import { cx } from '../../../lib/class-names.ts';
import { Card } from '../../../ui/card.tsx';
import { PagePart } from '../../../ui/page.tsx';
import { kindName } from './kind-name.ts';
import { lastMatchesText, oddsText } from './odds-text.ts';

type Conditions = Pick<Performance['kinds'][number], 'requiredPlacement' | 'requiredKills'>;

const shownKinds = 6;

/**
 * How often the latest matches met the conditions of a game's challenges: of the open ones, otherwise of those entered
 * before.
 */
export function Odds({
  performance: { matches, kinds },
  challenges,
  game,
}: {
  performance: Performance;
  challenges: readonly Challenge[];
  game: GameId;
}) {
  const open = distinctOpen(challenges, game, matches);
  const asked = (open.length > 0 ? open : entered(kinds, matches))
    .filter((kind) => kind.matches.length > 0 || matches.length === 0)
    .map((kind) => ({ ...kind, met: countMet(kind.matches, kind) }))
    .sort((one, other) => other.met - one.met)
    .slice(0, shownKinds);
  if (asked.length === 0) return null;
  return (
    <PagePart title="Your odds">
      <p className="-mt-2 text-muted text-sm">
        {matches.length === 0
          ? 'Finish a challenge to see your odds.'
          : `From your ${lastMatchesText(matches.length)} in challenges. Past matches don’t guarantee future ones.`}
      </p>
      {matches.length > 0 && (
        <ul className="grid gap-3 sm:grid-cols-2">
          {asked.map((kind) => (
            <li key={kindName(kind)}>
              <Card className="cut-md h-full" inside="grid content-start gap-2.5 px-4 py-4 sm:px-5">
                <h3 className="text-lg">{kindName(kind)}</h3>
                <MatchDots matches={kind.matches} conditions={kind} />
                <p className="text-soft text-sm">{oddsText(kind.met, kind.matches.length)}</p>
              </Card>
            </li>
          ))}
        </ul>
      )}
    </PagePart>
  );
}

/** Conditions of open challenges, each with the matches that say how likely it is to be met. */
function distinctOpen(challenges: readonly Challenge[], game: GameId, matches: readonly PlayedMatch[]) {
  const variants = challenges
    .filter((one) => one.isActive && gameOf(one).id === game)
    .flatMap(({ challengeVariants, terms }) =>
      challengeVariants.map((variant) => ({
        ...variant,
        mode: terms?.mode,
        countsBots: terms?.countsBots,
        matches: playedUnder(matches, terms),
      })),
    );
  return [...new Map(variants.map((variant) => [kindName(variant), variant])).values()];
}

function entered(kinds: Performance['kinds'], matches: readonly PlayedMatch[]) {
  return kinds.map((kind) => ({
    ...kind,
    mode: kind.mode,
    matches: matches.filter(({ terms }) => terms?.mode === kind.mode),
  }));
}

/** One mark per match, oldest first: filled if it met the conditions. The text below says the same. */
function MatchDots({ matches, conditions }: { matches: readonly PlayedMatch[]; conditions: Conditions }) {
  return (
    <div aria-hidden="true" className="grid auto-cols-fr grid-flow-col gap-1">
      {matches.toReversed().map((match) => {
        const isMet = countMet([match], conditions) === 1;
        return (
          <span
            key={match.attemptId}
            className={cx('h-3 max-w-6 border', isMet ? 'border-win bg-win' : 'border-edge')}
          />
        );
      })}
    </div>
  );
}
