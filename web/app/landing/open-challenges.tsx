// SPDX-License-Identifier: Apache-2.0

import type { Challenge } from '../../../contract/challenges.ts';
import { matchWord } from '../../../contract/games/greeting.ts';
import type { Landing } from '../../../contract/landing.ts';
import {
  ChallengeCard,
  ChallengeCardSkeleton,
  challengeGrid,
} from '../../features/challenges/challenge-card.tsx';
import { assignScenes } from '../../features/challenges/challenge-scene.ts';
import { useGames } from '../../lib/settings.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { DollarsExplained } from '../../ui/in-dollars.tsx';
import { EmptyPanel, TryingPanel } from '../../ui/panels.tsx';
import { Loading } from '../../ui/skeleton.tsx';
import { ChosenGame } from './chosen-game.tsx';
import { LandingSection } from './landing-section.tsx';
import { useIsLandingFailing } from './use-landing.ts';

const shown = 6;

/** Challenges that players can enter now, with their costs and rewards. */
export function OpenChallenges({ landing }: { landing: Landing | undefined }) {
  const list = landing?.challenges;
  const isFailing = useIsLandingFailing();
  const match = matchWord(useGames());
  return (
    <LandingSection
      id="open-challenges"
      title="Open now"
      intro={`Pick a condition, pay the fee, play one ${match}. Meet it, and the prize is yours.`}
      action={
        list && list.length > shown ? (
          <ButtonLink to="/challenges">All {list.length} challenges</ButtonLink>
        ) : undefined
      }
    >
      {list ? (
        <ChosenGame list={list}>{(chosen) => <ChallengeList list={chosen} />}</ChosenGame>
      ) : isFailing ? (
        <TryingPanel what="The list" level="h3" />
      ) : (
        <ChallengesSkeleton />
      )}
    </LandingSection>
  );
}

function ChallengeList({ list }: { list: readonly Challenge[] }) {
  if (list.length === 0) {
    return (
      <EmptyPanel
        level="h3"
        title="No challenges are open"
        text="New ones appear here as soon as they open."
      />
    );
  }
  const sceneOf = assignScenes(list);
  return (
    <>
      <ul className={challengeGrid}>
        {list.slice(0, shown).map((challenge) => (
          <ChallengeCard
            key={challenge._id}
            challenge={challenge}
            scene={sceneOf(challenge)}
            link={{ to: '/signup' }}
          />
        ))}
      </ul>
      <DollarsExplained />
    </>
  );
}

export function ChallengesSkeleton() {
  return (
    <Loading label="Loading challenges..." className={challengeGrid}>
      {[1, 2, 3].map((place) => (
        <ChallengeCardSkeleton key={place} />
      ))}
    </Loading>
  );
}
