// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import type { Landing } from '../../../contract/landing.ts';
import { Coins } from '../../ui/coins.tsx';
import { InDollars } from '../../ui/in-dollars.tsx';
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
      <dl className="mt-5 flex flex-wrap gap-x-8 gap-y-3">
        <Fact label={!isLoading && best === 0 ? 'You win' : 'Win up to'}>
          {isLoading ? <AmountSkeleton /> : best > 0 ? <Amount coins={best} /> : 'Gamer Coins'}
        </Fact>
        <Fact label={!isLoading && welcome === 0 ? 'Signing up' : 'You start with'}>
          {isLoading ? <AmountSkeleton /> : welcome > 0 ? <Amount coins={welcome} /> : 'is free'}
        </Fact>
      </dl>
      <ProofLine className="mt-3" />
    </>
  );
}

function Amount({ coins }: { coins: number }) {
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      <Coins amount={coins} />
      <InDollars coins={coins} />
    </span>
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
  return <Skeleton className="my-1 h-5 w-38" />;
}
