import { useQuery } from '@tanstack/react-query';
import type { Profile } from '../../../contract/accounts.ts';
import { messageOf } from '../../lib/api.ts';
import { formatAmount } from '../../lib/format.ts';
import { profileQuery } from '../../lib/query.ts';
import { Coins, Xp } from '../../ui/coins.tsx';
import { useFailureToast } from '../../ui/failure-toast.ts';
import { PagePart } from '../../ui/page.tsx';
import { ErrorPanel } from '../../ui/panels.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { Stat, Stats } from '../../ui/stat.tsx';
import { type GiftCardComponent, GiftCards } from './gift-cards.tsx';
import { IdentityCard } from './identity-card.tsx';
import { Referrals } from './referrals.tsx';

/** The player's own page (product specification, section 2.12). */
export function ProfileScreen({ GiftCard }: { GiftCard: GiftCardComponent }) {
  const { data, error, refetch } = useQuery(profileQuery);
  const failure = error && !data ? messageOf(error) || 'Something went wrong' : '';
  useFailureToast(failure ? error : null, 'Failed to fetch profile');
  if (failure) {
    return <ErrorPanel message={`Error loading profile: ${failure}`} onRetry={() => void refetch()} />;
  }
  return data ? <Content profile={data} GiftCard={GiftCard} /> : <ProfileSkeleton />;
}

function Content({ profile, GiftCard }: { profile: Profile; GiftCard: GiftCardComponent }) {
  const { challengeStats } = profile;
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[22rem_1fr] lg:gap-10">
      <IdentityCard profile={profile} />
      <div className="grid min-w-0 gap-9">
        <PagePart title="Wallet">
          <Stats className="sm:grid-cols-3 max-sm:[&>:first-child]:col-span-2">
            <Stat label="Gamer Coins">
              <Coins amount={profile.gamerCoins} size={24} counts />
            </Stat>
            <Stat label="Referral Tokens">{formatAmount(profile.referralTokens)}</Stat>
            <Stat label="XP">
              <Xp amount={profile.xp} size={22} counts />
            </Stat>
          </Stats>
        </PagePart>
        <PagePart title="Challenge Stats">
          <Stats className="grid-cols-3">
            <Stat label="Wins">
              <span className="text-win">{formatAmount(challengeStats.wins)}</span>
            </Stat>
            <Stat label="Loss">
              <span className="text-loss">{formatAmount(challengeStats.loss)}</span>
            </Stat>
            <Stat label="Total Challenges">{formatAmount(challengeStats.totalChallenges)}</Stat>
          </Stats>
        </PagePart>
        <Referrals profile={profile} />
        <GiftCards cards={profile.purchasedGiftCards} GiftCard={GiftCard} />
      </div>
    </div>
  );
}

function ProfileSkeleton() {
  return (
    <Loading label="Loading profile..." className="grid items-start gap-8 lg:grid-cols-[22rem_1fr] lg:gap-10">
      <Skeleton className="cut h-96" />
      <div className="grid gap-9">
        {[1, 2, 3].map((part) => (
          <div key={part} className="grid gap-4">
            <Skeleton className="h-6 w-40" />
            <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4">
              {[1, 2, 3].map((place) => (
                <Skeleton key={place} className="cut cut-md h-24" />
              ))}
            </div>
          </div>
        ))}
      </div>
    </Loading>
  );
}
