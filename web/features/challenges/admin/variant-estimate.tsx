// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Estimate, type VariantInput, variantInput } from '../../../../contract/challenges-admin.ts';
import type { GameId } from '../../../../contract/games/game.ts';
import { formatAmount, formatShare, plural } from '../../../lib/format.ts';
import { FailureText } from '../../../ui/failure-text.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/panels.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { estimateQuery } from './api.ts';
import { describeHouseResult, expectedLoss } from './estimate-words.ts';

const typingMs = 400;
/** The period that the server looks back on (docs/rules/attempts.md, 10). */
const daysLookedAt = 30;

/** What a variant is likely to cost or earn, worked out by the server from stored readings once typing pauses. */
export function VariantEstimate({ variant, game }: { variant: VariantInput; game: GameId | undefined }) {
  const settled = useSettled(JSON.stringify(variant));
  const { data: terms = null } = variantInput.safeParse(JSON.parse(settled));
  const { data, error, isPlaceholderData } = useQuery(estimateQuery(terms, game));
  if (!terms) {
    return <p className="text-muted text-sm">Fill in the terms to see an estimate.</p>;
  }
  if (error && !data) {
    return (
      <FieldError>
        <FailureText error={error} before="No estimate: " />
      </FieldError>
    );
  }
  if (!data) return <Skeleton className="h-16" />;
  return (
    <div aria-live="polite" aria-busy={isPlaceholderData} className="grid gap-3 aria-busy:opacity-60">
      <Figures estimate={data} />
      {!isPlaceholderData && <Warning estimate={data} terms={terms} />}
    </div>
  );
}

function Figures({ estimate }: { estimate: Estimate }) {
  const { sampleSize, winRate, decided, won, entriesPerDay, payoutPerDay, worstCasePerDay } = estimate;
  const entries = Math.round(entriesPerDay * daysLookedAt);
  if (winRate === null || payoutPerDay === null) {
    return (
      <p className="text-muted text-sm">No estimate yet: nobody entered a challenge in the last 30 days.</p>
    );
  }
  return (
    <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-3">
      <Figure
        label="Expected win rate"
        hint={`From the statistics of ${plural(sampleSize, 'entry', 'entries')} in the last 30 days.${
          decided > 0 ? ` So far ${formatAmount(won)} of ${formatAmount(decided)} of this type were won.` : ''
        }`}
      >
        {formatShare(winRate)}
      </Figure>
      <Figure
        label="Expected payout per day"
        hint={`Rewards minus entry fees, at the pace of the last 30 days: ${plural(entries, 'entry', 'entries')}.`}
      >
        {describeHouseResult(payoutPerDay)}
      </Figure>
      <Figure label="Worst case per day" hint="If every entry of the busiest day wins.">
        {describeHouseResult(worstCasePerDay)}
      </Figure>
    </dl>
  );
}

function Figure({ label, hint, children }: { label: string; hint: string; children: string }) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-muted">{label}</dt>
      <dd className="num font-semibold text-base">{children}</dd>
      <dd className="text-muted text-xs">{hint}</dd>
    </div>
  );
}

function Warning({ estimate, terms }: { estimate: Estimate; terms: VariantInput }) {
  const loss = expectedLoss(estimate, terms);
  return (
    loss && (
      <Notice tone="gold" title="Expected to lose coins">
        {loss}
      </Notice>
    )
  );
}

/** A value once it has not changed for a moment; the first one immediately. */
function useSettled(value: string): string {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), typingMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
