// SPDX-License-Identifier: Apache-2.0

import { type ReactNode, useEffect } from 'react';
import { matchWord, namesOf } from '../../../contract/games/greeting.ts';
import type { SharedReceipt } from '../../../contract/shared-receipts.ts';
import { deviceStorage } from '../../lib/device-storage.ts';
import { referralCodeKey } from '../../lib/session.ts';
import { useGames } from '../../lib/settings.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

/** What a visitor can do after seeing a result. From here on, an invitation link counts for its player. */
export function TryIt({
  receipt: { player, referralCode },
  welcome,
}: {
  receipt: SharedReceipt;
  welcome: ReactNode;
}) {
  const games = useGames();
  useEffect(() => {
    if (referralCode) deviceStorage.setItem(referralCodeKey, referralCode);
  }, [referralCode]);
  return (
    <section aria-labelledby="try-it" className="print:hidden">
      <Card inside="flex flex-wrap items-center justify-between gap-x-8 gap-y-5 p-5 sm:p-8">
        <div className="grid gap-2">
          <h2 id="try-it" className="text-xl sm:text-2xl">
            Try it yourself
          </h2>
          <p className="max-w-[58ch] text-soft">
            Enter a challenge, play one ordinary {matchWord(games)} of {namesOf(games)}, and your public stats
            decide. You win Gamer Coins, and a receipt like this one.
            {referralCode && ` Sign up from here and you count as invited by ${player.handle}.`}
          </p>
          {welcome}
        </div>
        <ButtonLink kind="main" to="/">
          Sign in and play
        </ButtonLink>
      </Card>
    </section>
  );
}
