// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useId, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { compareChallenges } from '../../../contract/challenge-order.ts';
import type { Challenge } from '../../../contract/challenges.ts';
import type { GameId } from '../../../contract/games/game.ts';
import { gameOf } from '../../../contract/games/games.ts';
import { getMessage } from '../../lib/api.ts';
import { useGames } from '../../lib/settings.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { useFailureToast } from '../../ui/failure-toast.ts';
import { DollarsExplained } from '../../ui/in-dollars.tsx';
import { useFetchedEarly } from '../../ui/lazy-dialog.tsx';
import { EmptyPanel, ErrorPanel } from '../../ui/panels.tsx';
import { Loading } from '../../ui/skeleton.tsx';
import { challengesQuery } from './api.ts';
import { isActiveStatus } from './attempt-summary.ts';
import type { SceneName } from './challenge-art.tsx';
import { ChallengeCard, ChallengeCardSkeleton, ComingSoonCard, challengeGrid } from './challenge-card.tsx';
import { assignScenes } from './challenge-scene.ts';
import { canBeEntered } from './challenge-type.ts';
import { entryAddress, findAsked, readEntryAddress } from './entry-address.ts';
import { EntryFlow } from './entry-dialogs.ts';
import { useActiveAttempt, useLatestAttempt } from './use-attempts.ts';

/** Loaded where there is more than one game. */
const GameChoice = lazy(() => import('./game-choice.tsx'));

interface Entering {
  challenge: Challenge;
  /** The variant that is chosen at first; undefined: the first one. */
  challengeType?: string | undefined;
}

/** The challenges on the home page, and how to enter one (product specification, section 2.7). */
export function ChallengesSection() {
  const [entering, setEntering] = useState<Entering | null>(null);
  useFetchedEarly(EntryFlow);
  const closeEntry = useCallback(() => setEntering(null), []);
  const isAsking = useAskedEntry(setEntering);
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
        <ButtonLink to="/proof">How results are decided</ButtonLink>
      </header>
      <ChallengeGrid onEnter={(challenge) => setEntering({ challenge })} />
      {entering && !isAsking && <EntryFlow key={entering.challenge._id} {...entering} onClose={closeEntry} />}
    </section>
  );
}

/**
 * Enters the challenge that the address asks for (`entryAddress`), and takes it out of the address: Back does not open the
 * dialog again. Returns whether it is still in there: the dialog, which adds to the history, waits until it is not.
 */
function useAskedEntry(onEnter: (entering: Entering) => void): boolean {
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const { data: challenges } = useQuery(challengesQuery);
  const { data: latest, isPending } = useLatestAttempt();
  const isAsking = readEntryAddress(new URLSearchParams(search)) !== undefined;
  useEffect(() => {
    const address = readEntryAddress(new URLSearchParams(search));
    if (!address || !challenges || isPending) return;
    const challenge = findAsked(challenges, address.asked);
    const isOpen = challenge && !(latest && isActiveStatus(latest.status));
    // What cannot be entered leads to the list of what can.
    const place = { search: address.rest, hash: isOpen ? hash : '#challenges' };
    void navigate(place, { replace: true, preventScrollReset: true });
    if (isOpen) onEnter({ challenge, challengeType: address.asked.challengeType });
  }, [search, hash, navigate, challenges, latest, isPending, onEnter]);
  return isAsking;
}

function ChallengeGrid({ onEnter }: { onEnter: (challenge: Challenge) => void }) {
  const { data, error, refetch } = useQuery(challengesQuery);
  const games = useGames();
  const [chosen, choose] = useState<GameId | 'all'>('all');
  const shown = chosen === 'all' ? data : data?.filter((challenge) => gameOf(challenge).id === chosen);
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
      {games.length > 1 && (
        <Suspense>
          <GameChoice offered={games} selected={chosen} onSelect={choose} />
        </Suspense>
      )}
      {shown ? <OpenChallenges list={shown} onEnter={onEnter} /> : <ChallengesSkeleton />}
      <ul className="-mt-2.5 grid gap-4.5 sm:grid-cols-2">
        <ComingSoonCard
          title="Another game"
          text="Once its public stats can decide a result."
          scene="dunes"
        />
        {games.length < 2 && (
          <ComingSoonCard title="A game for squads" text="Once stats tell who did what." scene="orbit" />
        )}
      </ul>
    </>
  );
}

function ChallengesSkeleton() {
  return (
    <Loading label="Loading challenges..." className={challengeGrid}>
      {[1, 2, 3].map((place) => (
        <ChallengeCardSkeleton key={place} hasButton />
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
  const sceneOf = assignScenes(list);
  return (
    <ul className={challengeGrid}>
      {list.toSorted(compareChallenges).map((challenge) => (
        <PlayersCard
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

/** The card of a challenge with the button that enters it. */
function PlayersCard({
  challenge,
  scene,
  isAnotherRunning,
  onEnter,
}: {
  challenge: Challenge;
  scene: SceneName;
  /** Only one challenge runs at a time: the card says so before its dialog would. */
  isAnotherRunning: boolean;
  onEnter: () => void;
}) {
  const note = useId();
  const { _id, isActive, closedBecause } = challenge;
  const why = closedBecause
    ? `Closed for now: ${closedBecause}`
    : isActive && isAnotherRunning && 'You can play one challenge at a time. Finish yours first.';
  // The dialog opens over the page as it stands.
  const link = { to: entryAddress(_id), replace: true, preventScrollReset: true };
  return (
    <ChallengeCard
      challenge={challenge}
      scene={scene}
      link={canBeEntered(challenge) && !isAnotherRunning ? link : undefined}
    >
      {why && (
        <p id={note} className="wrap-anywhere text-muted text-sm">
          {why}
        </p>
      )}
      <Button
        kind="main"
        full
        disabled={!isActive || isAnotherRunning}
        onClick={onEnter}
        {...(why && { 'aria-describedby': note })}
      >
        {isActive ? 'Enter Challenge' : 'Inactive'}
      </Button>
    </ChallengeCard>
  );
}
