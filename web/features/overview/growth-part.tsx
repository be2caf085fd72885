// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { getMessage } from '../../lib/api.ts';
import { ErrorPanel } from '../../ui/panels.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { growthQuery } from './api.ts';
import { CardMargins } from './card-margins.tsx';
import { ChallengeMargins } from './challenge-margins.tsx';
import { CohortPlot } from './cohort-plot.tsx';
import { FunnelPlot } from './funnel-plot.tsx';
import type { Span } from './span.ts';

const failed = 'Failed to fetch margins and cohorts';

/** Earnings of challenges and gift cards in the span, invitations, and weekly returning players. */
export function GrowthPart({ span }: { span: Span }) {
  const { data, error, refetch, isPlaceholderData } = useQuery(growthQuery(span));
  if (error && !data) {
    return <ErrorPanel error={error} message={getMessage(error, failed)} onRetry={() => void refetch()} />;
  }
  if (!data) {
    return (
      <Loading label="Loading margins and cohorts..." className="grid gap-5 xl:grid-cols-2">
        {[1, 2, 3, 4].map((place) => (
          <Skeleton key={place} className="h-80" />
        ))}
      </Loading>
    );
  }
  return (
    <div
      aria-busy={isPlaceholderData}
      className="grid gap-5 transition-opacity duration-150 aria-busy:opacity-60 xl:grid-cols-2 [&>*]:min-w-0"
    >
      <ChallengeMargins challenges={data.challenges} />
      <CardMargins cards={data.cards} bought={data.bought} />
      <FunnelPlot funnel={data.funnel} />
      <CohortPlot cohorts={data.cohorts} />
    </div>
  );
}
