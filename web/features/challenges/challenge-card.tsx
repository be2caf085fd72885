// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import type { Challenge, ChallengeVariant } from '../../../contract/challenges.ts';
import { gameLine } from '../../../contract/games/game-line.ts';
import { useGames } from '../../lib/settings.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Coins } from '../../ui/coins.tsx';
import { ArrowRight } from '../../ui/icons/arrow-right.ts';
import { InDollars } from '../../ui/in-dollars.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ChallengeArt, type SceneName } from './challenge-art.tsx';
import { challengeName, displayType } from './challenge-type.ts';

/** Two per row, or three if there are more than two; where two fit, an odd last one is as wide as both. */
export const challengeGrid =
  'grid gap-4.5 sm:grid-cols-2 lg:has-[>:nth-child(3)]:grid-cols-3 lg:has-[>:only-child]:grid-cols-1 sm:max-lg:[&>li:last-child:nth-child(odd)]:col-span-2';

/**
 * A challenge, the same for visitors and players: its art, and each condition with its fee and reward. All of the card leads
 * where the link does.
 */
export function ChallengeCard({
  challenge,
  scene,
  level: Heading = 'h3',
  link,
  children,
}: {
  challenge: Challenge;
  scene: SceneName;
  level?: 'h2' | 'h3';
  /** Undefined: it cannot be entered now. */
  link: Pick<LinkProps, 'to' | 'replace' | 'preventScrollReset'> | undefined;
  /** Below the conditions; above the link that covers the card. */
  children?: ReactNode;
}) {
  const { challengeVariants, isActive } = challenge;
  const name = challengeName(challenge);
  const hasGames = useGames().length > 1;
  return (
    <li className="grid">
      <Card inside="relative flex flex-col">
        <div className={isActive ? undefined : 'opacity-45 saturate-50'}>
          <ChallengeArt scene={scene} />
        </div>
        <div className="flex flex-1 flex-col gap-3 px-5 pt-4.5 pb-5">
          <Heading className="wrap-anywhere text-xl">
            {link ? (
              <Link {...link} className="after:absolute after:inset-0 hover:underline">
                {name}
              </Link>
            ) : (
              name
            )}
          </Heading>
          {hasGames && <p className="-mt-2 text-muted text-sm">{gameLine(challenge)}</p>}
          <ul className="mt-auto grid">
            {challengeVariants.map((variant) => (
              <Terms key={variant._id} variant={variant} />
            ))}
            {challengeVariants.length === 0 && (
              <li className="flex justify-between gap-4 border-line-soft border-t py-2.5 text-muted text-sm">
                Entry fee <Coins amount={0} size={15} />
              </li>
            )}
          </ul>
          {children && <div className="relative grid gap-3">{children}</div>}
        </div>
      </Card>
    </li>
  );
}

/** One condition, what it costs and what it pays. */
function Terms({ variant: { challengeType, entryFeeGC, rewardGC } }: { variant: ChallengeVariant }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line-soft border-t py-2.5">
      <span className="text-soft text-sm">{displayType(challengeType)}</span>
      <span className="ml-auto flex flex-wrap items-center justify-end gap-x-2.5">
        <span className="sr-only">Entry fee</span>
        <Coins amount={entryFeeGC} size={15} className="text-muted text-sm" />
        <ArrowRight size={15} className="text-faint" aria-hidden="true" />
        <span className="sr-only">you win</span>
        <Coins amount={rewardGC} size={18} className="text-lg" />
        <InDollars coins={rewardGC} className="sm:text-right" />
      </span>
    </li>
  );
}

/** A game that cannot be entered yet. */
export function ComingSoonCard({ title, text, scene }: { title: string; text: string; scene: SceneName }) {
  return (
    <li className="grid">
      <Card inside="flex flex-col lg:flex-row">
        <div className="relative opacity-75 lg:w-2/5 lg:[&_img]:absolute lg:[&_img]:h-full lg:[&_img]:object-[16%_50%]">
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

/** As tall as a card with a title of two lines and three conditions. */
export function ChallengeCardSkeleton({ hasButton = false }: { hasButton?: boolean }) {
  return (
    <Card inside="flex flex-col">
      <Skeleton className="h-37" />
      <div className="grid gap-3 px-5 pt-4.5 pb-5">
        <div className="grid h-14 content-around">
          <Skeleton className="h-5" />
          <Skeleton className="h-5 w-3/5" />
        </div>
        <div className="grid h-[13.6875rem] content-around lg:h-[9.1875rem]">
          {[1, 2, 3].map((line) => (
            <Skeleton key={line} className="h-6" />
          ))}
        </div>
        {hasButton && <Skeleton className="h-12" />}
      </div>
    </Card>
  );
}
