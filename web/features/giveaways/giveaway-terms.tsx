// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import type { DrawTerms } from '../../../contract/draw.ts';
import type { Giveaway } from '../../../contract/giveaways.ts';
import { formatAmount, formatDateTime, pluralForm } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import { Amount } from '../../ui/coins.tsx';
import { useCountUp } from '../../ui/count-up.ts';
import { EnterGiveaway } from './enter-giveaway.tsx';
import { phaseAt, timeWords, winnersWords } from './giveaway-words.ts';

/** The terms, and the player's own entry. */
export function GiveawayTerms({
  terms,
  giveaway,
  participants,
  isDrawn,
  now,
}: {
  terms: DrawTerms;
  giveaway: Giveaway | undefined;
  participants: number;
  isDrawn: boolean;
  now: number;
}) {
  const phase = giveaway ? phaseAt(giveaway, now) : 'finished';
  const shown = useCountUp(participants);
  return (
    <Card
      edge={phase === 'active' ? 'live' : 'line'}
      className="lg:sticky lg:top-24"
      inside="grid gap-5 bg-[linear-gradient(180deg,var(--color-storm-glow),var(--color-ink-1)_14rem)] p-6"
    >
      <div>
        <Amount
          currency={terms.prizeType}
          amount={terms.prizeAmount}
          size={34}
          className="text-[2.25rem] leading-11"
        />
        <p className="text-soft">
          {pluralForm(terms.winnerCount, 'for one winner', `for each of ${winnersWords(terms.winnerCount)}`)}
        </p>
      </div>
      <dl className="grid text-sm">
        <Fact label="Opens">{formatDateTime(terms.startDate)}</Fact>
        <Fact label="Draw">{formatDateTime(terms.endDate)}</Fact>
        <Fact label="State">{timeWords(terms, isDrawn ? 'finished' : phase, now)}</Fact>
        <Fact label="Participants">
          <span className="num">{formatAmount(shown)}</span>
        </Fact>
      </dl>
      {giveaway && !isDrawn && (
        <div className="grid gap-3">
          <EnterGiveaway giveaway={giveaway} phase={phase} />
          <p className="text-muted text-xs">
            Free, once per player. The terms are fixed after the first entry.
          </p>
        </div>
      )}
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-h-10 items-center justify-between gap-4 border-line-soft border-b py-2 last:border-b-0">
      <dt className="text-muted">{label}</dt>
      <dd className="text-right font-medium">{children}</dd>
    </div>
  );
}
