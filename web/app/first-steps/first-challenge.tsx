// SPDX-License-Identifier: Apache-2.0

import { type ReactNode, useEffect, useRef } from 'react';
import { theGame } from '../../../contract/games/games.ts';
import { startWindow } from '../../features/challenges/start-window.ts';
import { useActiveAttempt, useLatestAttempt } from '../../features/challenges/use-attempts.ts';
import { cx } from '../../lib/class-names.ts';
import { useSettings } from '../../lib/settings.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PlayMatch } from './play-match.tsx';
import { StepCard, stepGrid } from './step-card.tsx';

const usualTimeScale = 60;

/** From the entry to the result, one click per step. @param isNext whether entering is the next step */
export function FirstChallenge({ url, isNext }: { url: string | undefined; isNext: boolean }) {
  const { data: attempt } = useLatestAttempt();
  const isRunning = useActiveAttempt() !== null;
  const list = useRef<HTMLOListElement>(null);
  // Scrolls to the buttons, which are far down on a phone, because time is short.
  useEffect(() => {
    if (isRunning) list.current?.scrollIntoView();
  }, [isRunning]);
  // The sandbox's usual time scale until the settings have loaded.
  const scale = useSettings()?.challengeTimeScale ?? usualTimeScale;
  return (
    <ol ref={list} className={cx(stepGrid, 'scroll-mt-28')}>
      <Step
        place={1}
        title="Enter a challenge"
        text={`Choose one and enter any ${theGame.account.label} that doesn’t begin with “missing” or “private”. Then come back: you have ${startWindow(scale)} to play.`}
      >
        <ButtonLink full to="/home#challenges" {...(isNext && { kind: 'main' })}>
          Choose a challenge
        </ButtonLink>
      </Step>
      <Step
        place={2}
        title="Play its match"
        text={`The sandbox plays the match for you. You don’t need ${theGame.name}.`}
      >
        <PlayMatch url={url} attempt={attempt} />
      </Step>
      <Step
        place={3}
        title="See the result"
        text="It appears within seconds, on any page. Find it later in Past Challenges, with its receipt."
      >
        <ButtonLink full to="/past-challenges">
          Past Challenges
        </ButtonLink>
      </Step>
    </ol>
  );
}

interface StepProps {
  place: number;
  title: string;
  text: string;
  children: ReactNode;
}

function Step({ place, ...parts }: StepProps) {
  const mark = (
    <span aria-hidden="true" className="num text-2xl text-storm-soft leading-6">
      {place}
    </span>
  );
  return <StepCard mark={mark} {...parts} />;
}
