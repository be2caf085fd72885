// SPDX-License-Identifier: Apache-2.0

import { Coins } from '../../ui/coins.tsx';
import { useLanding } from './use-landing.ts';

/** What a new player starts with, if a promotion pays it. */
export function WelcomeCoins() {
  const coins = useLanding()?.welcomeGC ?? 0;
  if (coins === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-2">
      <Coins amount={coins} /> for new players
    </p>
  );
}
