import type { Profile } from '../../../contract/accounts.ts';
import { levelOf } from '../../../contract/levels.ts';
import { formatAmount } from '../../lib/format.ts';
import { Coins, Xp } from '../../ui/coins.tsx';
import { PagePart } from '../../ui/page.tsx';
import { Stat, Stats } from '../../ui/stat.tsx';

/** What the player has, and how far the next level is. */
export function Wallet({ profile }: { profile: Profile }) {
  const { level, left } = levelOf(profile.xp);
  return (
    <PagePart title="Wallet">
      <Stats className="sm:grid-cols-3 max-sm:[&>:first-child]:col-span-2">
        <Stat label="Gamer Coins">
          <Coins amount={profile.gamerCoins} size={24} counts />
        </Stat>
        <Stat label="Referral Tokens">{formatAmount(profile.referralTokens)}</Stat>
        <Stat label="XP" hint={`${formatAmount(left)} XP to level ${formatAmount(level + 1)}`}>
          <Xp amount={profile.xp} size={22} counts />
        </Stat>
      </Stats>
    </PagePart>
  );
}
