// SPDX-License-Identifier: Apache-2.0

import type { Challenge } from '../../../../contract/challenges.ts';
import { gameOf } from '../../../../contract/games/games.ts';
import { countMet, type Performance, type PlayedMatch } from '../../../../contract/performance.ts';
import { cx } from '../../../lib/class-names.ts';
import { Card } from '../../../ui/card.tsx';
import { PagePart } from '../../../ui/page.tsx';
import { displayType } from '../challenge-type.ts';
import { lastMatchesText, oddsText } from './odds-text.ts';

interface Conditions {
  challengeType: string;
  requiredPlacement: number;
  requiredKills: number;
}

const shownKinds = 6;

/** How often the latest matches met the conditions of challenges: of the open ones, otherwise of those entered before. */
export function Odds({
  performance: { matches, kinds },
  challenges,
}: {
  performance: Performance;
  challenges: readonly Challenge[];
}) {
  const open = distinctOpen(challenges);
  const asked = (open.length > 0 ? open : kinds)
    .map((kind) => ({ ...kind, met: countMet(matches, kind) }))
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
            <li key={kind.challengeType}>
              <Card className="cut-md h-full" inside="grid content-start gap-2.5 px-4 py-4 sm:px-5">
                <h3 className="text-lg">{displayType(kind.challengeType)}</h3>
                <MatchDots matches={matches} conditions={kind} />
                <p className="text-soft text-sm">{oddsText(kind.met, matches.length)}</p>
              </Card>
            </li>
          ))}
        </ul>
      )}
    </PagePart>
  );
}

function distinctOpen(challenges: readonly Challenge[]): Conditions[] {
  const variants = challenges
    .filter((one) => one.isActive && gameOf(one).proof === 'totals that grow')
    .flatMap((one) => one.challengeVariants);
  return [...new Map(variants.map((variant) => [variant.challengeType, variant])).values()];
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
