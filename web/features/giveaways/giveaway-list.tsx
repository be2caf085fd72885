// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import type { Giveaway } from '../../../contract/giveaways.ts';
import { getMessage } from '../../lib/api.ts';
import { useNow } from '../../lib/use-now.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useFailureToast } from '../../ui/failure-toast.ts';
import { PagePart } from '../../ui/page.tsx';
import { EmptyPanel, ErrorPanel } from '../../ui/panels.tsx';
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
  if (giveaways.length === 0) {
    return (
      <EmptyPanel
        title="No giveaways right now"
        text="When one opens it shows up here. Entering is always free."
        action={
          <ButtonLink kind="main" to="/home#challenges">
            View Challenges
          </ButtonLink>
        }
      />
    );
  }
  return (
    <div className="grid gap-10">
      {sections.map(({ title, phases }) => {
        const shown = giveaways.filter((giveaway) => phases.includes(phaseAt(giveaway, now)));
        if (shown.length === 0) return null;
        return (
          <PagePart key={title} title={title}>
            <ul className="grid gap-4.5 md:grid-cols-2 xl:grid-cols-3">
              {shown.map((giveaway) => (
                <GiveawayCard key={giveaway._id} giveaway={giveaway} now={now} />
              ))}
            </ul>
          </PagePart>
        );
      })}
    </div>
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
