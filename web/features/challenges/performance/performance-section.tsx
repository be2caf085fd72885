// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { theGame } from '../../../../contract/games/games.ts';
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
import GameChoice from '../game-choice.tsx';
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
  const all = useQuery(performanceQuery(span.days));
  const games = all.data?.games ?? [];
  // Of an only game that isn't the first, which alone has places and kills among the figures of all.
  const game = games.length > 1 ? games.find((one) => one === search.get('game')) : games[0];
  const own = useQuery({ ...performanceQuery(span.days, game), enabled: game !== undefined });
  const { data, error, isPlaceholderData, refetch } = game ? own : all;
  // Without them the odds use the challenges entered before; waiting for them keeps the plots from being pushed down later.
  const { data: challenges = [], isFetched: areChallengesFetched } = useQuery(challengesQuery);
  useFailureToast(error && !data ? error : null, failed);
  if (error && !data) {
    return <ErrorPanel error={error} message={getMessage(error, failed)} onRetry={() => void refetch()} />;
  }
  if (data?.totals.entries === 0) return <NothingYet />;

  function choose(name: 'days' | 'game', value: string): void {
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }
  const isMixed = games.length > 1 && !game;
  return (
    <div className="grid gap-9 [&>*]:min-w-0">
      <PlotPatterns />
      {games.length > 1 && (
        <GameChoice offered={games} selected={game ?? 'all'} onSelect={(one) => choose('game', one)} />
      )}
      {data && areChallengesFetched ? (
        <>
          <PersonalBests performance={data} isMixed={isMixed} />
          {!isMixed && <Odds performance={data} challenges={challenges} game={game ?? theGame.id} />}
          <PagePart
            title="Over time"
            aside={
              <Choices
                label="Time"
                choices={spans}
                selected={span.value}
                onSelect={(value) => choose('days', value)}
              />
            }
          >
            <div
              aria-busy={isPlaceholderData}
              className="transition-opacity duration-150 aria-busy:opacity-60"
            >
              <Plots performance={data} span={span} isMixed={isMixed} />
            </div>
          </PagePart>
          {!isMixed && <ReturnPlot kinds={data.kinds} totals={data.totals} />}
        </>
      ) : (
        <PerformanceSkeleton />
      )}
    </div>
  );
}

function Plots({
  performance,
  span,
  isMixed,
}: {
  performance: Performance;
  span: PerformanceSpan;
  isMixed: boolean;
}) {
  const rows = toPeriodRows(performance.days, span, serverNow());
  const shown = { rows, span };
  return (
    <div className="grid gap-5 [&>*]:min-w-0">
      <ResultsPlot {...shown} />
      {isMixed ? (
        <p className="text-muted text-sm">Choose a game to see its places, kills, odds and return.</p>
      ) : (
        <div className="grid gap-5 md:grid-cols-2 [&>*]:min-w-0">
          <PlacesPlot {...shown} />
          <KillsPlot {...shown} />
        </div>
      )}
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
