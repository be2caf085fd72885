// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { attemptHistoryQuery } from '../../features/challenges/api.ts';
import { PracticeEntry } from '../../features/challenges/entry-dialogs.ts';
import { useGettingReady } from '../../features/challenges/getting-ready.ts';
import { isPracticeCancelled, mayPractise } from '../../features/challenges/practice.ts';
import { useActiveAttempt, useLatestAttempt } from '../../features/challenges/use-attempts.ts';
import { profileQuery } from '../../lib/query.ts';
import { Card } from '../../ui/card.tsx';
import { failedSection, lazyPart } from '../../ui/part.tsx';
import { CockpitSkeleton } from './cockpit-skeleton.tsx';

const looks = { placeholder: <CockpitSkeleton />, failure: failedSection };
const GetReady = lazyPart(async () => (await import('./get-ready.tsx')).GetReady, looks);
const Running = lazyPart(async () => (await import('./running.tsx')).Running, looks);
const Standing = lazyPart(async () => (await import('./standing.tsx')).Standing, looks);

/** Beside the film: the running attempt and the next goals. Keeps its height while loading. */
export function Cockpit() {
  const latest = useLatestAttempt();
  const attempt = useActiveAttempt();
  const hasTried = isPracticeCancelled(latest.data);
  const tries = useQuery({ ...attemptHistoryQuery, enabled: hasTried });
  const isNew = latest.data !== undefined && mayPractise(latest.data, tries.data?.length ?? 0);
  const ready = useGettingReady();
  const profile = useQuery(profileQuery);
  const [isPractising, setPractising] = useState(false);
  const endEntry = useCallback(() => setPractising(false), []);
  const isPending = latest.isPending || (hasTried && tries.isPending) || (isNew && profile.isPending);
  return (
    <section aria-label="Where you stand" className="w-full lg:max-w-[26rem]">
      <Card
        edge={attempt ? 'live' : 'line'}
        inside="flex min-h-118 flex-col gap-5 bg-ink-1/94 p-5 sm:p-6 lg:min-h-122"
      >
        {isPending ? (
          <CockpitSkeleton />
        ) : attempt ? (
          <Running attempt={attempt} />
        ) : isNew && profile.data && !ready.isSkipped ? (
          <GetReady
            ready={ready}
            profile={profile.data}
            practisedAs={latest.data?.epicId ?? null}
            onPractise={() => setPractising(true)}
          />
        ) : (
          <Standing />
        )}
      </Card>
      {isPractising && <PracticeEntry onClose={endEntry} />}
    </section>
  );
}
