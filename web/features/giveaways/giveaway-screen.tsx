// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import type { DrawTerms } from '../../../contract/draw.ts';
import type { Giveaway, PublishedDraw } from '../../../contract/giveaways.ts';
import { ApiError, getMessage } from '../../lib/api.ts';
import { useHydrated, useToken } from '../../lib/session.ts';
import { useNow } from '../../lib/use-now.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useFailureToast } from '../../ui/failure-toast.ts';
import { ArrowLeft } from '../../ui/icons/arrow-left.ts';
import { Page } from '../../ui/page.tsx';
import { EmptyPanel, ErrorPanel } from '../../ui/panels.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { drawQuery, giveawaysQuery } from './api.ts';
import { DrawCheckPanel } from './draw-check.tsx';
import { DrawExplained } from './draw-explained.tsx';
import { DrawResult } from './draw-result.tsx';
import { GiveawayTerms } from './giveaway-terms.tsx';

const allGiveaways = '/events?tab=giveaways';

/**
 * One giveaway: its terms, how it is drawn, and everything needed to repeat the draw. The player's own entry comes from
 * the list of giveaways. Old draws aren't in that list any more, so they show only the published record, as visitors
 * always see.
 */
export function GiveawayScreen() {
  const id = useParams().id?.toLowerCase() ?? '';
  const isSignedIn = useToken() !== null;
  // Until hydration, it is unknown whether a player or a visitor is looking.
  const isHydrated = useHydrated();
  const list = useQuery({ ...giveawaysQuery, enabled: isSignedIn });
  const giveaway = list.data?.find(({ _id }) => _id === id);
  const draw = useQuery({
    ...drawQuery(id),
    enabled: isHydrated && (!isSignedIn || (list.data !== undefined && (!giveaway || giveaway.isCompleted))),
  });
  const record = draw.data;
  const error = list.data || !isSignedIn ? draw.error : list.error;
  const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 400);
  const isClosed = error instanceof ApiError && error.code === 'giveaway_not_drawn';
  const failure = error && !isUnknown && !isClosed ? getMessage(error) : '';
  useFailureToast(failure ? error : null, 'Failed to fetch the giveaway');

  const known = record?.terms ?? (giveaway && toTerms(giveaway));
  const terms = giveaway?.isCompleted && !record ? undefined : known;
  if (failure && !terms) {
    const retry = list.data || !isSignedIn ? draw.refetch : list.refetch;
    return (
      <Page title="Giveaway">
        <ErrorPanel
          error={error}
          message={`Error loading the giveaway: ${failure}`}
          onRetry={() => void retry()}
        />
      </Page>
    );
  }
  if (isClosed && !isSignedIn) return <NotDrawnYet />;
  if (isUnknown || isClosed) return <NotThere />;
  if (!terms) return <GiveawaySkeleton />;
  return <Content terms={terms} giveaway={giveaway} record={record} />;
}

function toTerms({ _id: giveawayId, ...terms }: Giveaway): DrawTerms {
  return { giveawayId, ...terms };
}

function Content({
  terms,
  giveaway,
  record,
}: {
  terms: DrawTerms;
  giveaway: Giveaway | undefined;
  record: PublishedDraw | undefined;
}) {
  const now = useNow(!record);
  const commitment = record?.commitment ?? giveaway?.commitment ?? '';
  return (
    <Page title={terms.title} intro={<BackLink />}>
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[22rem_1fr] lg:gap-10">
        <GiveawayTerms
          terms={terms}
          giveaway={giveaway}
          participants={record?.entrantCount ?? giveaway?.participants ?? 0}
          isDrawn={record !== undefined}
          now={now}
        />
        <div className="grid min-w-0 gap-9">
          {record && <DrawResult record={record} myEntry={giveaway?.myEntry ?? null} />}
          {record && <DrawCheckPanel record={record} />}
          <DrawExplained commitment={commitment} isDrawn={record !== undefined} />
        </div>
      </div>
    </Page>
  );
}

function BackLink() {
  if (!useToken()) return 'Check this draw in your own browser.';
  return (
    <Link
      to={allGiveaways}
      className="inline-flex min-h-8 items-center gap-2 text-soft underline-offset-4 hover:text-text hover:underline"
    >
      <ArrowLeft size={16} aria-hidden="true" />
      All giveaways
    </Link>
  );
}

/** Before the draw, only players see the terms, since only they can enter. */
function NotDrawnYet() {
  return (
    <div className="wrap min-h-[calc(100dvh-4.3125rem)] py-12 md:py-20">
      <EmptyPanel
        level="h1"
        title="Not drawn yet"
        text="You’ll find the proof here after the draw. Sign in to see the terms and enter."
        action={<ButtonLink to="/">Sign In</ButtonLink>}
      />
    </div>
  );
}

function NotThere() {
  return (
    <div className="wrap min-h-[calc(100dvh-4.3125rem)] py-12 md:py-20">
      <EmptyPanel
        level="h1"
        title="No such giveaway"
        text="It doesn’t exist, or it isn’t open to players."
        action={<ButtonLink to={allGiveaways}>All giveaways</ButtonLink>}
      />
    </div>
  );
}

function GiveawaySkeleton() {
  return (
    <Page title="Giveaway" intro={<BackLink />}>
      <Loading
        label="Loading the giveaway..."
        className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[22rem_1fr] lg:gap-10"
      >
        <Card inside="grid gap-4 p-6">
          <Skeleton className="h-10 w-40" />
          {[1, 2, 3, 4].map((line) => (
            <Skeleton key={line} className="h-7" />
          ))}
          <Skeleton className="cut cut-md h-12" />
        </Card>
        <div className="grid gap-4">
          <Skeleton className="h-5.5 w-48" />
          <Skeleton className="h-64" />
        </div>
      </Loading>
    </Page>
  );
}
