// SPDX-License-Identifier: Apache-2.0

import type { Challenge } from '../../../../contract/challenges.ts';
import type { GameId } from '../../../../contract/games/game.ts';
import { countMet, type Performance, type PlayedMatch } from '../../../../contract/performance.ts';
import { cx } from '../../../lib/class-names.ts';
import { Card } from '../../../ui/card.tsx';
import { PagePart } from '../../../ui/page.tsx';
import { askedKinds } from './asked-kinds.ts';
import { kindName } from './kind-name.ts';
import { lastMatchesText, oddsText } from './odds-text.ts';

type Conditions = Pick<Performance['kinds'][number], 'requiredPlacement' | 'requiredKills'>;

/**
 * How often the latest matches met the conditions of a game's challenges: of the open ones, otherwise of those entered
 * before.
 */
export function Odds({
  performance,
  challenges,
  game,
}: {
  performance: Performance;
  challenges: readonly Challenge[];
  game: GameId;
}) {
  const { matches } = performance;
  const asked = askedKinds(performance, challenges, game);
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
