// SPDX-License-Identifier: Apache-2.0

import type { Profile } from '../../../contract/accounts.ts';
import { formatAmount } from '../../lib/format.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Coins, Xp } from '../../ui/coins.tsx';
import { PagePart } from '../../ui/page.tsx';
import { Stat, Stats } from '../../ui/stat.tsx';

/** The player's balances. */
export function Wallet({ profile }: { profile: Profile }) {
  return (
    <PagePart
      title="Wallet"
      aside={
        <ButtonLink size="sm" to="/products">
          Spend coins
        </ButtonLink>
      }
    >
      <Stats className="sm:grid-cols-3 max-sm:[&>:first-child]:col-span-2 max-[23rem]:[&>*]:col-span-2">
        <Stat label="Gamer Coins" hint="To enter challenges and buy gift cards">
          <Coins amount={profile.gamerCoins} size={24} counts />
        </Stat>
        <Stat label="Referral Tokens" hint="One per friend who has played">
          {formatAmount(profile.referralTokens)}
        </Stat>
        <Stat label="XP" hint="Makes your level">
          <Xp amount={profile.xp} size={22} counts />
        </Stat>
      </Stats>
    </PagePart>
  );
}
