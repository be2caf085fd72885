// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import type { Landing } from '../../../contract/landing.ts';
import { Coins } from '../../ui/coins.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ProofLine } from './proof-line.tsx';
import { useIsLandingFailing } from './use-landing.ts';

/** On the first screen: the best reward, the welcome coins, and a link to the proof. */
export function PromiseFacts({ landing }: { landing: Landing | undefined }) {
  const rewards = landing?.challenges.flatMap(({ challengeVariants }) =>
    challengeVariants.map(({ rewardGC }) => rewardGC),
  );
  const best = Math.max(0, ...(rewards ?? []));
  const welcome = landing?.welcomeGC ?? 0;
  const isLoading = !useIsLandingFailing() && !landing;
  return (
    <>
      <dl className="mt-5 flex flex-wrap gap-x-10 gap-y-3">
        <Fact label={!isLoading && best === 0 ? 'You win' : 'Win up to'}>
          {isLoading ? <AmountSkeleton /> : best > 0 ? <Amount coins={best} per="a match" /> : 'Gamer Coins'}
        </Fact>
        <Fact label={!isLoading && welcome === 0 ? 'Signing up' : 'You start with'}>
          {isLoading ? <AmountSkeleton /> : welcome > 0 ? <Amount coins={welcome} per="free" /> : 'is free'}
        </Fact>
      </dl>
      <ProofLine className="mt-3" />
    </>
  );
}

function Amount({ coins, per }: { coins: number; per: string }) {
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      <Coins amount={coins} size={22} className="text-2xl" />
      <span className="text-base text-soft">{per}</span>
    </span>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="flex min-h-8 items-center font-display font-semibold text-lg max-sm:leading-snug">
        {children}
      </dd>
    </div>
  );
}

function AmountSkeleton() {
  return <Skeleton className="my-1 h-5 w-38" />;
}
