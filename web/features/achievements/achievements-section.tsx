// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { getMessage } from '../../lib/api.ts';
import { formatAmount, formatDate } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import { useFailureToast } from '../../ui/failure-toast.ts';
import { PagePart } from '../../ui/page.tsx';
import { ErrorPanel } from '../../ui/panels.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { achievementsQuery } from './api.ts';
import { Badge } from './badge.tsx';
import { type Standing, toStandings } from './standing.ts';

const failed = 'Failed to fetch achievements';

/** The player's achievements: reached ones, the next ones, and later ones. */
export function AchievementsSection() {
  const { data, error, refetch } = useQuery(achievementsQuery);
  useFailureToast(error && !data ? error : null, failed);
  if (error && !data) {
    return <ErrorPanel error={error} message={getMessage(error, failed)} onRetry={() => void refetch()} />;
  }
  if (!data) return <AchievementsSkeleton />;
  const { reached, next, later } = toStandings(data);
  return (
    <div className="grid gap-9 [&>*]:min-w-0">
      <PagePart
        title="Achievements"
        aside={
          <p className="num text-muted text-sm">
            {reached.length} of {data.length}
          </p>
        }
      >
        {reached.length > 0 ? (
          <Standings list={reached} />
        ) : (
          <p className="text-muted">None yet. Finish one challenge to get your first.</p>
        )}
      </PagePart>
      {next.length > 0 && (
        <PagePart title="Next">
          <Standings list={next} />
        </PagePart>
      )}
      {later.length > 0 && (
        <PagePart title="After that">
          <Standings list={later} />
        </PagePart>
      )}
    </div>
  );
}

function Standings({ list }: { list: readonly Standing[] }) {
  return (
    <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
      {list.map((one) => (
        <li key={one.id}>
          <StandingCard {...one} />
        </li>
      ))}
    </ul>
  );
}

function StandingCard({ figure, tier, title, text, goal, progress, reachedAt }: Standing) {
  const isReached = reachedAt !== null;
  return (
    <Card
      edge={isReached ? 'live' : 'line'}
      className="cut-md h-full"
      inside="flex items-center gap-4 py-4 pr-4 pl-4"
    >
      <Badge figure={figure} tier={tier} share={progress / goal} isReached={isReached} />
      <div className="grid min-w-0 gap-1">
        <h3 className={isReached ? 'text-base' : 'text-base text-soft'}>{title}</h3>
        <p className="text-muted text-sm">{text}</p>
        <p className="num text-soft text-xs">
          {isReached ? (
            <time dateTime={reachedAt}>{formatDate(reachedAt)}</time>
          ) : (
            `${formatAmount(progress)} of ${formatAmount(goal)}`
          )}
        </p>
      </div>
    </Card>
  );
}

function AchievementsSkeleton() {
  return (
    <Loading label="Loading your achievements..." className="grid gap-4">
      <Skeleton className="h-5.5 w-40" />
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {[1, 2, 3, 4, 5, 6].map((place) => (
          <Skeleton key={place} className="cut cut-md h-26.5" />
        ))}
      </div>
    </Loading>
  );
}
