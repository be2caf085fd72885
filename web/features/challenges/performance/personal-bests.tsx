// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Performance, PersonalBest } from '../../../../contract/performance.ts';
import { formatAmount, formatDate, formatShare } from '../../../lib/format.ts';
import { Coins } from '../../../ui/coins.tsx';
import { PagePart } from '../../../ui/page.tsx';
import { Stat, Stats } from '../../../ui/stat.tsx';
import { killsPerMatch, meanKillsText } from './periods.ts';

/** The best of all finished attempts, each with the way to its receipt, and all Solo matches ever. */
export function PersonalBests({ performance: { bests, career } }: { performance: Performance }) {
  return (
    <PagePart title="Personal bests">
      <Stats className="sm:grid-cols-3 max-sm:[&>:first-child]:col-span-2">
        <Best label="Kills in a match" best={bests.kills}>
          {(value) => formatAmount(value)}
        </Best>
        <Best label="Wins in a row" best={bests.winsInRow}>
          {(value) => formatAmount(value)}
        </Best>
        <Best label="Largest reward" best={bests.reward}>
          {(value) => <Coins amount={value} size={22} />}
        </Best>
      </Stats>
      {career && <Career career={career} />}
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

function Career({ career }: { career: NonNullable<Performance['career']> }) {
  const { matches, wins, top10, readAt } = career;
  if (matches === 0) return null;
  return (
    <p className="text-muted text-sm">
      All your Solo matches, as read on {formatDate(readAt)}: {formatAmount(matches)} played,{' '}
      {formatAmount(wins)} won ({formatShare(wins / matches)}), {formatShare(top10 / matches)} in the top 10,{' '}
      {meanKillsText(killsPerMatch(career))}.
    </p>
  );
}
