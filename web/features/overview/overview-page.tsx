// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Overview } from '../../../contract/overview-admin.ts';
import { getMessage } from '../../lib/api.ts';
import { serverNow } from '../../lib/server-time.ts';
import { useFailureToast } from '../../ui/failure-toast.ts';
import { ErrorPanel } from '../../ui/panels.tsx';
import { PlotPatterns } from '../../ui/plot-looks.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { ActivePlot } from './active-plot.tsx';
import { overviewFailure, overviewQuery } from './api.ts';
import { AttemptPlot } from './attempt-plot.tsx';
import { CoinLimits } from './coin-limits.tsx';
import { ComparedDays } from './compared-days.tsx';
import { FailedWork } from './failed-work.tsx';
import { MoneyFigures, MovementFigures } from './figures.tsx';
import { FlowPlot } from './flow-plot.tsx';
import { Games } from './games.tsx';
import { GrowthPart } from './growth-part.tsx';
import { OperatorWarnings } from './operator-warnings.tsx';
import { PendingWork } from './pending-work.tsx';
import { SalesPlot } from './sales-plot.tsx';
import { comparisonFrom, type Span, spanFrom } from './span.ts';
import { SpanBar } from './span-bar.tsx';

/**
 * The state of the business and its changes over a chosen span, as plots and as tables.
 * @param next the most urgent pending work
 */
export function OverviewPage({ next }: { next: ReactNode }) {
  const [address] = useSearchParams();
  const chosen = spanFrom(address, serverNow());
  const { from, to } = chosen;
  const compare = comparisonFrom(address, chosen);
  const { data, error, isPlaceholderData, refetch } = useQuery(
    overviewQuery(chosen.fault ? null : { from, to }, compare),
  );
  const shown = useShown(data, isPlaceholderData ? null : { from, to });
  useFailureToast(error, getMessage(error, overviewFailure));
  return (
    <div className="grid gap-6 [&>*]:min-w-0">
      <OperatorWarnings />
      <SpanBar chosen={chosen} compare={compare} />
      {error && !data ? (
        <ErrorPanel
          error={error}
          message={getMessage(error, overviewFailure)}
          onRetry={() => void refetch()}
        />
      ) : shown ? (
        <div aria-busy={isPlaceholderData} className="transition-opacity duration-150 aria-busy:opacity-60">
          <Shown {...shown} next={next} />
        </div>
      ) : (
        !chosen.fault && <OverviewSkeleton />
      )}
    </div>
  );
}

/** The displayed data with its span. The previous span stays while another loads. */
function useShown(overview: Overview | null | undefined, span: Span | null) {
  const [shown, show] = useState<{ overview: Overview; span: Span }>();
  if (overview && span && overview !== shown?.overview) show({ overview, span });
  return shown;
}

function Shown({ overview, span, next }: { overview: Overview; span: Span; next: ReactNode }) {
  return (
    <div className="grid gap-6 [&>*]:min-w-0">
      <PlotPatterns />
      <div className="grid gap-3">
        <MoneyFigures overview={overview} />
        <ComparedDays overview={overview} span={span} />
      </div>
      <FailedWork />
      <PendingWork pending={overview.pending} next={next} />
      <MovementFigures overview={overview} />
      <Games />
      <CoinLimits />
      <div className="grid gap-5 xl:grid-cols-2 [&>*]:min-w-0">
        <SalesPlot overview={overview} span={span} />
        <AttemptPlot overview={overview} span={span} />
        <FlowPlot overview={overview} span={span} />
        <ActivePlot overview={overview} span={span} />
      </div>
      <GrowthPart span={span} />
    </div>
  );
}

function OverviewSkeleton() {
  return (
    <Loading label="Loading the overview..." className="grid gap-6">
      <div className="grid gap-3">
        <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
          {[1, 2, 3, 4].map((place) => (
            <Skeleton key={place} className="h-32" />
          ))}
        </div>
        <Skeleton className="h-5 max-w-110" />
      </div>
      <Skeleton className="h-96 sm:h-60" />
      <div className="grid gap-5 xl:grid-cols-2">
        <Skeleton className="h-96" />
        <Skeleton className="h-96" />
        <Skeleton className="h-96 xl:col-span-2" />
        <Skeleton className="h-96 xl:col-span-2" />
      </div>
    </Loading>
  );
}
