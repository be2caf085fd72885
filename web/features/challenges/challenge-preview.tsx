// SPDX-License-Identifier: Apache-2.0

import { Link } from 'react-router';
import type { Challenge } from '../../../contract/challenges.ts';
import { Card } from '../../ui/card.tsx';
import { Coins } from '../../ui/coins.tsx';
import { ArrowRight } from '../../ui/icons/arrow-right.ts';
import { InDollars } from '../../ui/in-dollars.tsx';
import { ChallengeArt } from './challenge-art.tsx';
import { sceneOf } from './challenge-scene.ts';
import { challengeName, displayType } from './challenge-type.ts';

/** Two per row, or three if there are more than two. */
export const previewGrid =
  'grid gap-4.5 sm:grid-cols-2 lg:has-[>:nth-child(3)]:grid-cols-3 lg:has-[>:only-child]:grid-cols-1';

/** An open challenge for visitors: each condition with its fee and reward. All of it leads to signing up. */
export function ChallengePreview({
  challenge,
  level: Heading = 'h3',
}: {
  challenge: Challenge;
  level?: 'h2' | 'h3';
}) {
  return (
    <li className="grid">
      <Card inside="relative flex flex-col">
        <ChallengeArt scene={sceneOf(challenge)} />
        <div className="flex flex-1 flex-col gap-3 px-5 pt-4.5 pb-5">
          <Heading className="wrap-anywhere text-xl">
            <Link to="/signup" className="after:absolute after:inset-0 hover:underline">
              {challengeName(challenge)}
            </Link>
          </Heading>
          <ul className="mt-auto grid">
            {challenge.challengeVariants.map((variant) => (
              <li
                key={variant._id}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line-soft border-t py-2.5"
              >
                <span className="text-soft text-sm">{displayType(variant.challengeType)}</span>
                <span className="flex flex-wrap items-center gap-x-2.5">
                  <span className="sr-only">Entry fee</span>
                  <Coins amount={variant.entryFeeGC} size={15} className="text-muted text-sm" />
                  <ArrowRight size={15} className="text-faint" aria-hidden="true" />
                  <span className="sr-only">you win</span>
                  <Coins amount={variant.rewardGC} size={18} className="text-lg" />
                  <InDollars coins={variant.rewardGC} className="sm:text-right" />
                </span>
              </li>
            ))}
          </ul>
        </div>
      </Card>
    </li>
  );
}
