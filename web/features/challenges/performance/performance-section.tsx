// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { Performance } from '../../../../contract/performance.ts';
import { getMessage } from '../../../lib/api.ts';
import { serverNow } from '../../../lib/server-time.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Choices } from '../../../ui/choices.tsx';
import { useFailureToast } from '../../../ui/failure-toast.ts';
import { PagePart } from '../../../ui/page.tsx';
import { EmptyPanel, ErrorPanel } from '../../../ui/panels.tsx';
import { PlotPatterns } from '../../../ui/plot-looks.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { challengesQuery } from '../api.ts';
import { performanceQuery } from './api.ts';
import { Odds } from './odds.tsx';
import { type PerformanceSpan, spans, toPeriodRows } from './periods.ts';
import { PersonalBests } from './personal-bests.tsx';
import { ReturnPlot } from './return-plot.tsx';
import { KillsPlot, PlacesPlot, ResultsPlot } from './time-plots.tsx';

const failed = 'Failed to fetch your performance';

/** The player's own performance: bests, odds, plots over time and the return of each kind of challenge. */
export function PerformanceSection() {
  const [search, setSearch] = useSearchParams();
  const span = spans.find(({ value }) => value === search.get('days')) ?? spans[1];
  const { data, error, isPlaceholderData, refetch } = useQuery(performanceQuery(span.days));
  // Without them the odds use the challenges entered before; waiting for them keeps the plots from being pushed down later.
  const { data: challenges = [], isFetched: areChallengesFetched } = useQuery(challengesQuery);
  useFailureToast(error && !data ? error : null, failed);
  if (error && !data) {
    return <ErrorPanel error={error} message={getMessage(error, failed)} onRetry={() => void refetch()} />;
  }
  if (!data || !areChallengesFetched) return <PerformanceSkeleton />;
  if (data.totals.entries === 0) return <NothingYet />;

  function choose(value: string): void {
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        next.set('days', value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }
  return (
    <div className="grid gap-9 [&>*]:min-w-0">
      <PlotPatterns />
      <PersonalBests performance={data} />
      <Odds performance={data} challenges={challenges} />
      <PagePart
        title="Over time"
        aside={<Choices label="Time" choices={spans} selected={span.value} onSelect={choose} />}
      >
        <div aria-busy={isPlaceholderData} className="transition-opacity duration-150 aria-busy:opacity-60">
          <Plots performance={data} span={span} />
        </div>
      </PagePart>
      <ReturnPlot kinds={data.kinds} totals={data.totals} />
    </div>
  );
}

function Plots({ performance, span }: { performance: Performance; span: PerformanceSpan }) {
  const rows = toPeriodRows(performance.days, span, serverNow());
  const shown = { rows, span };
  return (
    <div className="grid gap-5 [&>*]:min-w-0">
      <ResultsPlot {...shown} />
      <div className="grid gap-5 md:grid-cols-2 [&>*]:min-w-0">
        <PlacesPlot {...shown} />
        <KillsPlot {...shown} />
      </div>
    </div>
  );
}

function NothingYet() {
  return (
    <EmptyPanel
      title="No stats yet"
      text="Play a challenge to see your stats."
      action={
        <ButtonLink kind="main" to="/home#challenges">
          View Challenges
        </ButtonLink>
      }
    />
  );
}

export function PerformanceSkeleton() {
  return (
    <Loading label="Loading your performance..." className="grid gap-9">
      <div className="grid gap-4">
        <Skeleton className="h-5.5 w-40" />
        <div className="grid gap-3 sm:grid-cols-3">
          {[1, 2, 3].map((place) => (
            <Skeleton key={place} className="cut cut-md h-28" />
          ))}
        </div>
      </div>
      <Skeleton className="cut h-48" />
      <Skeleton className="cut h-76" />
    </Loading>
  );
}
