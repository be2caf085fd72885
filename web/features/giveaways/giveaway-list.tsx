// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import type { Giveaway } from '../../../contract/giveaways.ts';
import { getMessage } from '../../lib/api.ts';
import { useNow } from '../../lib/use-now.ts';
import { Card } from '../../ui/card.tsx';
import { useFailureToast } from '../../ui/failure-toast.ts';
import { ErrorPanel } from '../../ui/panels.tsx';
import { PhasedSections } from '../../ui/phased.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { giveawaysQuery } from './api.ts';
import { GiveawayCard } from './giveaway-card.tsx';
import { type Phase, phaseAt } from './giveaway-words.ts';

const sections: readonly { title: string; phases: readonly Phase[] }[] = [
  { title: 'Open and coming up', phases: ['active', 'drawing', 'upcoming'] },
  { title: 'Drawn', phases: ['finished'] },
];

/** Giveaways by phase, with live counts of participants. */
export function GiveawayList() {
  const { data, error, refetch } = useQuery(giveawaysQuery);
  const failure = error && !data ? getMessage(error) : '';
  useFailureToast(failure ? error : null, 'Failed to fetch giveaways');
  if (failure)
    return (
      <ErrorPanel
        error={error}
        message={`Error loading giveaways: ${failure}`}
        onRetry={() => void refetch()}
      />
    );
  return data ? <Sections giveaways={data} /> : <GiveawaysSkeleton />;
}

function Sections({ giveaways }: { giveaways: readonly Giveaway[] }) {
  const now = useNow(true);
  return (
    <PhasedSections
      items={giveaways}
      sections={sections}
      phaseOf={(giveaway) => phaseAt(giveaway, now)}
      empty={{
        title: 'No giveaways right now',
        text: 'New giveaways appear here. Entry is always free.',
      }}
      columns="md:grid-cols-2 xl:grid-cols-3"
    >
      {(giveaway) => <GiveawayCard key={giveaway._id} giveaway={giveaway} now={now} />}
    </PhasedSections>
  );
}

function GiveawaysSkeleton() {
  return (
    <Loading label="Loading giveaways..." className="grid gap-4">
      <Skeleton className="h-5.5 w-36" />
      <div className="grid gap-4.5 md:grid-cols-2 xl:grid-cols-3">
        {[1, 2, 3].map((place) => (
          <Card key={place} inside="grid gap-4 p-5 sm:p-6">
            <Skeleton className="h-6 w-32" />
            <Skeleton className="h-5.5 w-3/5" />
            <Skeleton className="h-10 w-40" />
            <Skeleton className="h-12" />
            <Skeleton className="h-12" />
            <Skeleton className="h-5 w-36" />
          </Card>
        ))}
      </div>
    </Loading>
  );
}
