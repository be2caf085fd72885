// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Performance, PersonalBest } from '../../../../contract/performance.ts';
import { formatAmount, formatDate, formatShare } from '../../../lib/format.ts';
import { Coins } from '../../../ui/coins.tsx';
import { PagePart } from '../../../ui/page.tsx';
import { Stat, Stats } from '../../../ui/stat.tsx';
import { killsPerMatch, meanKillsText } from './periods.ts';

/**
 * The best values of all finished attempts, each with a link to its receipt, and the player's whole Solo career. Of several
 * games together without what a match shows.
 */
export function PersonalBests({
  performance: { bests, career },
  isMixed,
}: {
  performance: Performance;
  isMixed: boolean;
}) {
  return (
    <PagePart title="Personal bests">
      <Stats className={isMixed ? undefined : 'sm:grid-cols-3 max-sm:[&>:first-child]:col-span-2'}>
        {!isMixed && (
          <Best label="Kills in a match" best={bests.kills}>
            {(value) => formatAmount(value)}
          </Best>
        )}
        <Best label="Wins in a row" best={bests.winsInRow}>
          {(value) => formatAmount(value)}
        </Best>
        <Best label="Largest reward" best={bests.reward}>
          {(value) => <Coins amount={value} size={22} />}
        </Best>
      </Stats>
      {career && !isMixed && <Career career={career} />}
    </PagePart>
  );
}

function Best({
  label,
  best,
  children,
}: {
  label: string;
  best: PersonalBest;
  children: (value: number) => ReactNode;
}) {
  if (!best) {
    return (
      <Stat label={label} hint="None yet">
        –
      </Stat>
    );
  }
  const { value, attemptId, at } = best;
  return (
    <Stat
      label={label}
      hint={
        <Link
          to={`/past-challenges?receipt=${attemptId}`}
          aria-label={`${label}: ${formatDate(at)}, see the receipt`}
          className="underline decoration-line underline-offset-4 hover:text-text"
        >
          {formatDate(at)}
        </Link>
      }
    >
      {children(value)}
    </Stat>
  );
}

/** Each fact stays on one line of its own width: other numbers, or another font, do not change the line breaks. */
function Career({ career }: { career: NonNullable<Performance['career']> }) {
  const { matches, wins, top10, readAt } = career;
  if (matches === 0) return null;
  return (
    <div className="grid gap-1 text-muted text-sm">
      <p>All Solo matches, as of {formatDate(readAt)}:</p>
      <ul className="grid gap-y-1 sm:flex sm:flex-wrap sm:gap-x-6">
        <li>{formatAmount(matches)} played</li>
        <li>
          {formatAmount(wins)} won ({formatShare(wins / matches)})
        </li>
        <li>{formatShare(top10 / matches)} in the top 10</li>
        <li>{meanKillsText(killsPerMatch(career))}</li>
      </ul>
    </div>
  );
}
