// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import type { Profile } from '../../../contract/accounts.ts';
import { formatAmount, plural } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import { PagePart } from '../../ui/page.tsx';
import { RingMeter } from '../../ui/ring.tsx';
import { winRate } from './win-rate.ts';

/** Wins and losses, and their ratio among the decided attempts. */
export function ChallengeStats({ stats }: { stats: Profile['challengeStats'] }) {
  const { share, percent, decided } = winRate(stats);
  const undecided = stats.totalChallenges - decided;
  return (
    <PagePart title="Challenge Stats">
      <Card inside="grid items-center gap-5 p-5 sm:grid-cols-[auto_1fr] sm:gap-8 sm:px-7">
        <div className="justify-self-center">
          <RingMeter
            value={share}
            tone={decided > 0 ? 'win' : 'muted'}
            size={136}
            label={
              decided > 0
                ? `Win rate ${percent}% of ${plural(decided, 'decided challenge')}`
                : 'No win rate yet'
            }
          >
            <span className="num text-2xl leading-7">{decided > 0 ? `${percent}%` : '–'}</span>
            <span className="text-muted text-xs">Win rate</span>
          </RingMeter>
        </div>
        <dl className="grid grid-cols-3 divide-x divide-line-soft text-center max-sm:border-line-soft max-sm:border-t max-sm:pt-4">
          <Figure label="Wins" className="text-win">
            {formatAmount(stats.wins)}
          </Figure>
          <Figure label="Loss" className="text-loss">
            {formatAmount(stats.loss)}
          </Figure>
          <Figure
            label="Total Challenges"
            note={undecided > 0 && `${formatAmount(undecided)} running or cancelled`}
          >
            {formatAmount(stats.totalChallenges)}
          </Figure>
        </dl>
      </Card>
    </PagePart>
  );
}

function Figure({
  label,
  note,
  className,
  children,
}: {
  label: string;
  note?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className="flex flex-col gap-1.5 px-1 sm:px-2">
      <dt className="text-muted text-sm leading-tight max-[23rem]:text-xs">{label}</dt>
      <dd className="num order-first whitespace-nowrap text-3xl max-[23rem]:text-xl">
        <span className={className}>{children}</span>
      </dd>
      {note && <dd className="text-muted text-xs">{note}</dd>}
    </div>
  );
}
