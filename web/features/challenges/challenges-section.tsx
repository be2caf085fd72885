// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Challenge } from '../../../contract/challenges.ts';
import { getMessage } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { useFailureToast } from '../../ui/failure-toast.ts';
import { DollarsExplained } from '../../ui/in-dollars.tsx';
import { useFetchedEarly } from '../../ui/lazy-dialog.tsx';
import { EmptyPanel, ErrorPanel } from '../../ui/panels.tsx';
import { Loading } from '../../ui/skeleton.tsx';
import { challengesQuery } from './api.ts';
import { ChallengeCard, ChallengeCardSkeleton, ComingSoonCard } from './challenge-card.tsx';
import { sceneOf } from './challenge-scene.ts';
import { EntryFlow } from './entry-dialogs.ts';
import { HowDecidedDialog } from './how-decided-dialog.tsx';
import { useActiveAttempt } from './use-attempts.ts';

/** Three per row; where two fit, an odd last one is as wide as both. */
const grid =
  'grid gap-4.5 sm:grid-cols-2 lg:grid-cols-3 sm:max-lg:[&>li:last-child:nth-child(odd)]:col-span-2';

/** The challenges on the home page, and how to enter one (product specification, section 2.7). */
export function ChallengesSection() {
  const [entering, setEntering] = useState<Challenge | null>(null);
  const [isExplaining, setExplaining] = useState(false);
  useFetchedEarly(EntryFlow);
  const closeEntry = useCallback(() => setEntering(null), []);
  return (
    <section
      id="challenges"
      aria-labelledby="challenges-title"
      className="anchored wrap grid gap-7 py-14 sm:py-16"
    >
      <header className="flex items-end justify-between gap-4 max-sm:flex-col max-sm:items-start">
        <div>
          <h2 id="challenges-title" className="text-3xl sm:text-4xl">
            Challenges
          </h2>
          <p className="mt-2 text-muted">One match. Clear conditions. Checked before you pay.</p>
          <DollarsExplained className="mt-1" />
        </div>
        <Button onClick={() => setExplaining(true)}>How results are decided</Button>
      </header>
      <ChallengeGrid onEnter={setEntering} />
      {entering && <EntryFlow key={entering._id} challenge={entering} onClose={closeEntry} />}
      <HowDecidedDialog open={isExplaining} onClose={() => setExplaining(false)} />
    </section>
  );
}

function ChallengeGrid({ onEnter }: { onEnter: (challenge: Challenge) => void }) {
  const { data, error, refetch } = useQuery(challengesQuery);
  const failure = error && !data ? getMessage(error, 'Failed to fetch challenges') : '';
  useFailureToast(failure ? error : null, failure, 'Error');
  if (failure) {
    return (
      <ErrorPanel
        error={error}
        message={`Error loading challenges: ${failure}`}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <>
      {data ? <OpenChallenges list={data} onEnter={onEnter} /> : <ChallengesSkeleton />}
      <ul className="-mt-2.5 grid gap-4.5 sm:grid-cols-2">
        <ComingSoonCard
          title="Another arena"
          text="The next game joins when its results can be proven as well."
          scene="dunes"
        />
        <ComingSoonCard
          title="A third field"
          text="Squad against squad, as soon as public stats can tell who did what."
          scene="orbit"
        />
      </ul>
    </>
  );
}

function ChallengesSkeleton() {
  return (
    <Loading label="Loading challenges..." className={grid}>
      {[1, 2, 3].map((place) => (
        <ChallengeCardSkeleton key={place} />
      ))}
    </Loading>
  );
}

function OpenChallenges({
  list,
  onEnter,
}: {
  list: readonly Challenge[];
  onEnter: (challenge: Challenge) => void;
}) {
  const isAnotherRunning = useActiveAttempt() !== null;
  if (list.length === 0) {
    return <EmptyPanel title="No challenges are open" text="New ones appear here as soon as they open." />;
  }
  return (
    <ul className={grid}>
      {list.map((challenge) => (
        <ChallengeCard
          key={challenge._id}
          challenge={challenge}
          scene={sceneOf(challenge)}
          isAnotherRunning={isAnotherRunning}
          onEnter={() => onEnter(challenge)}
        />
      ))}
    </ul>
  );
}
