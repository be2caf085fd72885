// SPDX-License-Identifier: Apache-2.0

import { useId } from 'react';
import type { Challenge } from '../../../contract/challenges.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Coins } from '../../ui/coins.tsx';
import { InDollars } from '../../ui/in-dollars.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ChallengeArt, type SceneName } from './challenge-art.tsx';
import { challengeName } from './challenge-type.ts';

export function ChallengeCard({
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
  const { challengeVariants, isActive } = challenge;
  const fee = challengeVariants[0]?.entryFeeGC ?? 0;
  const best = Math.max(0, ...challengeVariants.map((variant) => variant.rewardGC));
  return (
    <li className="grid">
      <Card inside="flex flex-col">
        <div className={isActive ? undefined : 'opacity-45 saturate-50'}>
          <ChallengeArt scene={scene} />
        </div>
        <div className="flex flex-1 flex-col gap-3 px-5 pt-4.5 pb-5">
          <h3 className="mb-1 wrap-anywhere text-xl">{challengeName(challenge)}</h3>
          <dl className="mt-auto grid gap-2.5 text-muted text-sm">
            <div className="flex flex-wrap items-center justify-between gap-x-3">
              <dt>Entry fee</dt>
              <dd className="flex flex-wrap items-center gap-x-2">
                <InDollars coins={fee} />
                <Coins amount={fee} />
              </dd>
            </div>
            <div className="flex flex-wrap items-center justify-between gap-x-3">
              <dt>You win up to</dt>
              <dd className="flex flex-wrap items-center gap-x-2">
                <InDollars coins={best} />
                <Coins amount={best} size={20} className="text-xl" />
              </dd>
            </div>
          </dl>
          {isActive && isAnotherRunning && (
            <p id={note} className="text-muted text-sm">
              Your running challenge comes first: one at a time.
            </p>
          )}
          <Button
            kind="main"
            full
            className="mt-1"
            disabled={!isActive || isAnotherRunning}
            onClick={onEnter}
            {...(isActive && isAnotherRunning && { 'aria-describedby': note })}
          >
            {isActive ? 'Enter Challenge' : 'Inactive'}
          </Button>
        </div>
      </Card>
    </li>
  );
}

/** A game that cannot be entered yet. */
export function ComingSoonCard({ title, text, scene }: { title: string; text: string; scene: SceneName }) {
  return (
    <li className="grid">
      <Card inside="flex flex-col lg:flex-row">
        <div className="relative opacity-75 lg:w-2/5 lg:[&_img]:absolute lg:[&_img]:h-full">
          <ChallengeArt scene={scene} />
        </div>
        <div className="flex flex-1 flex-col gap-3 px-5 pt-4.5 pb-5 lg:px-6">
          <h3 className="text-soft text-xl">{title}</h3>
          <p className="text-muted text-sm">{text}</p>
          <Button full className="mt-auto lg:mt-2" disabled>
            Coming Soon
          </Button>
        </div>
      </Card>
    </li>
  );
}

/** As tall as a card with a title of two lines, as most are. */
export function ChallengeCardSkeleton() {
  return (
    <Card inside="flex flex-col">
      <Skeleton className="h-37" />
      <div className="grid gap-3 px-5 pt-4.5 pb-5">
        <div className="mb-1 grid h-14 content-around">
          <Skeleton className="h-5" />
          <Skeleton className="h-5 w-3/5" />
        </div>
        <div className="grid h-15.75 content-around">
          <Skeleton className="h-4" />
          <Skeleton className="h-6" />
        </div>
        <Skeleton className="mt-1 h-12" />
      </div>
    </Card>
  );
}
