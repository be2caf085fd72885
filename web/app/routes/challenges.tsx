// SPDX-License-Identifier: Apache-2.0

import { Navigate } from 'react-router';
import type { Challenge } from '../../../contract/challenges.ts';
import { theGame } from '../../../contract/games/games.ts';
import { ChallengeCard, challengeGrid } from '../../features/challenges/challenge-card.tsx';
import { assignScenes } from '../../features/challenges/challenge-scene.ts';
import { useToken } from '../../lib/session.ts';
import { useGames } from '../../lib/settings.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { DollarsExplained } from '../../ui/in-dollars.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyPanel, TryingPanel } from '../../ui/panels.tsx';
import { ChosenGame } from '../landing/chosen-game.tsx';
import { ChallengesSkeleton } from '../landing/open-challenges.tsx';
import { useIsLandingFailing, useLanding } from '../landing/use-landing.ts';
import { pageMeta } from '../page-meta.ts';

export const meta = () =>
  pageMeta({
    title: 'Challenges',
    description: 'Every open challenge with its conditions, its entry fee and its prize in Gamer Coins.',
    path: '/challenges',
    image: '/og/challenges.jpg',
  });

/** Open challenges, for visitors to read; players enter them on their home page. Until that has loaded, this page stays. */
export default function ChallengesPage() {
  const hasGames = useGames().length > 1;
  const token = useToken();
  return (
    <Page
      title="Challenges"
      intro={
        hasGames
          ? 'One match. Clear conditions. Checked before you pay.'
          : `One ${theGame.match.one} of ${theGame.name}. Clear conditions. Checked before you pay.`
      }
    >
      {token && <Navigate to={{ pathname: '/home', hash: 'challenges' }} replace />}
      <OpenList />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <ButtonLink kind="main" to="/">
          Sign in to enter
        </ButtonLink>
        <ButtonLink to="/proof">How results are decided</ButtonLink>
      </div>
    </Page>
  );
}

function OpenList() {
  const list = useLanding()?.challenges;
  const isFailing = useIsLandingFailing();
  if (!list) return isFailing ? <TryingPanel what="The list" /> : <ChallengesSkeleton />;
  return <ChosenGame list={list}>{(chosen) => <Cards list={chosen} />}</ChosenGame>;
}

function Cards({ list }: { list: readonly Challenge[] }) {
  if (list.length === 0) {
    return <EmptyPanel title="No challenges are open" text="New ones appear here as soon as they open." />;
  }
  const sceneOf = assignScenes(list);
  return (
    <>
      <ul className={challengeGrid}>
        {list.map((challenge) => (
          <ChallengeCard
            key={challenge._id}
            challenge={challenge}
            scene={sceneOf(challenge)}
            link={{ to: '/signup' }}
            level="h2"
          />
        ))}
      </ul>
      <DollarsExplained />
    </>
  );
}
