// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { attemptHistoryQuery } from '../../features/challenges/api.ts';
import { AttemptMeter } from '../../features/challenges/attempt-meter.tsx';
import { toVariant } from '../../features/challenges/attempt-summary.ts';
import { AttemptTracker } from '../../features/challenges/attempt-tracker.tsx';
import { challengeName, conditionText } from '../../features/challenges/challenge-type.ts';
import { PracticeEntry } from '../../features/challenges/entry-dialogs.ts';
import { useGettingReady } from '../../features/challenges/getting-ready.ts';
import { isPracticeCancelled, mayPractise } from '../../features/challenges/practice.ts';
import { PracticeMark } from '../../features/challenges/practice-mark.tsx';
import { resultMessage } from '../../features/challenges/result-message.ts';
import { useActiveAttempt, useLatestAttempt } from '../../features/challenges/use-attempts.ts';
import { boardQuery, streakQuery } from '../../features/leaderboards/api.ts';
import { promotionsQuery } from '../../features/promotions/api.ts';
import { giftCardsQuery } from '../../features/shop/api.ts';
import { profileQuery } from '../../lib/query.ts';
import { useNow } from '../../lib/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { Status } from '../../ui/status.tsx';
import { CockpitLine } from './cockpit-line.tsx';
import { toGamertag, toGoals, toPrize, toRankChange, toStreak } from './cockpit-lines.ts';
import { GetReady } from './get-ready.tsx';
import { useLastRank } from './last-rank.ts';

/** Beside the film: the running attempt, and what is within reach. It has the same height while it loads. */
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
        inside="grid min-h-118 content-start gap-5 bg-ink-1/94 p-5 sm:p-6 lg:min-h-114"
      >
        {isPending ? (
          <CockpitSkeleton />
        ) : attempt ? (
          <Running />
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

function CockpitSkeleton() {
  return (
    <Loading label="Loading where you stand..." className="grid gap-5">
      <Skeleton className="h-7 w-44" />
      {[1, 2, 3, 4].map((line) => (
        <Skeleton key={line} className="h-14" />
      ))}
    </Loading>
  );
}

function Running() {
  const attempt = useActiveAttempt();
  if (!attempt) return null;
  const variant = toVariant(attempt);
  return (
    <>
      <div className="flex items-center gap-4">
        <AttemptMeter attempt={attempt} size={92} />
        <div className="grid min-w-0 gap-1">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Status status={attempt.status} />
            <PracticeMark attempt={attempt} />
          </span>
          <h2 className="wrap-anywhere text-lg">{challengeName(attempt.challenge)}</h2>
          {variant && <p className="text-muted text-sm">{conditionText(variant)}</p>}
        </div>
      </div>
      <p className="text-soft text-sm">{resultMessage(attempt)}</p>
      <AttemptTracker attempt={attempt} />
    </>
  );
}

function Standing() {
  const profile = useQuery(profileQuery);
  const streak = useQuery(streakQuery);
  const promotions = useQuery(promotionsQuery);
  const board = useQuery(boardQuery('week'));
  const cards = useQuery(giftCardsQuery);
  const now = useNow(true);
  const lastRank = useLastRank(profile.data?._id, board.data?.mine?.rank);
  const lines = [
    ...toGoals(promotions.data ?? [], now),
    ...toStreak(streak.data, now),
    ...toRankChange(board.data, lastRank),
    // Last, because it alone is not waited for: there is nothing below that it could push down.
    ...toPrize(cards.data, profile.data?.gamerCoins),
  ];
  const asked = [profile, streak, promotions, board];
  const isLoading = asked.some((query) => query.isLoading);
  return (
    <>
      <h2 className="text-xl">Next up</h2>
      {isLoading ? (
        <CockpitSkeleton />
      ) : lines.length === 0 ? (
        <div role="alert" className="grid justify-items-start gap-4">
          <p className="text-soft">What is within reach could not be loaded. Challenges are below.</p>
          <Button
            size="sm"
            onClick={() => void Promise.all([...asked, cards].map(({ refetch }) => refetch()))}
          >
            Try again
          </Button>
        </div>
      ) : (
        <ul className="grid">
          {[...toGamertag(profile.data), ...lines].map((line) => (
            <CockpitLine key={line.id} line={line} />
          ))}
        </ul>
      )}
    </>
  );
}
