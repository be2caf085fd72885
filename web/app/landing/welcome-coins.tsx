// SPDX-License-Identifier: Apache-2.0

import { Coins } from '../../ui/coins.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useIsLandingFailing, useLanding } from './use-landing.ts';

/** The coins that a new player starts with, if a promotion pays them. */
export function WelcomeCoins() {
  const landing = useLanding();
  const isFailing = useIsLandingFailing();
  if (isFailing || landing?.welcomeGC === 0) return null;
  return (
    <p className="flex min-h-6 flex-wrap items-center gap-2">
      {landing ? (
        <>
          <Coins amount={landing.welcomeGC} /> for new players
        </>
      ) : (
        <Skeleton className="h-5 w-44" />
      )}
    </p>
  );
}
