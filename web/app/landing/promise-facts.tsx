// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import type { Landing } from '../../../contract/landing.ts';
import { Coins } from '../../ui/coins.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useIsLandingFailing } from './use-landing.ts';

/** At first sight: the game, what can be won, what a new player starts with, and the proof. */
export function PromiseFacts({ landing }: { landing: Landing | undefined }) {
  const rewards = landing?.challenges.flatMap(({ challengeVariants }) =>
    challengeVariants.map(({ rewardGC }) => rewardGC),
  );
  const best = Math.max(0, ...(rewards ?? []));
  const welcome = landing?.welcomeGC ?? 0;
  const isLoading = !useIsLandingFailing() && !landing;
  return (
    <dl className="mt-5 grid max-w-md grid-cols-2 gap-x-5 gap-y-3 sm:max-w-none sm:whitespace-nowrap sm:grid-cols-[repeat(4,auto)] sm:justify-start sm:gap-x-8">
      <Fact label="The game">Fortnite, Solo</Fact>
      <Fact label={!isLoading && best === 0 ? 'You win' : 'Win up to'}>
        {isLoading ? <AmountSkeleton /> : best > 0 ? <Coins amount={best} /> : 'Gamer Coins'}
      </Fact>
      <Fact label={!isLoading && welcome === 0 ? 'Signing up' : 'You start with'}>
        {isLoading ? <AmountSkeleton /> : welcome > 0 ? <Coins amount={welcome} /> : 'is free'}
      </Fact>
      <Fact label="Every result">
        <a href="#proof" className="underline decoration-storm-soft underline-offset-4 hover:text-storm-soft">
          Can be checked
        </a>
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-[0.8125rem] text-muted">{label}</dt>
      <dd className="flex min-h-7 items-center font-display font-semibold text-lg max-sm:leading-snug">
        {children}
      </dd>
    </div>
  );
}

function AmountSkeleton() {
  return <Skeleton className="my-1 h-5 w-20" />;
}
