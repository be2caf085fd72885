// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import type { Profile } from '../../../contract/accounts.ts';
import { getMessage } from '../../lib/api.ts';
import { profileQuery } from '../../lib/query.ts';
import { useFailureToast } from '../../ui/failure-toast.ts';
import { ErrorPanel } from '../../ui/panels.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ChallengeStats } from './challenge-stats.tsx';
import { type GiftCardComponent, GiftCards } from './gift-cards.tsx';
import { IdentityCard } from './identity-card.tsx';
import { ProfileSkeleton } from './profile-skeleton.tsx';
import { type ReferralParts, Referrals } from './referrals.tsx';
import { Sessions } from './sessions.tsx';
import { SignIns } from './sign-ins.tsx';
import { Wallet } from './wallet.tsx';
import { YourData } from './your-data.tsx';

/** What other features show on the profile, passed in by the page. */
interface PartsOfOthers extends ReferralParts {
  GiftCard: GiftCardComponent;
  performance: ReactNode;
  achievements: ReactNode;
  messages: ReactNode;
  friends: ReactNode;
  limits: ReactNode;
  security: ReactNode;
}

/** The player's own page (product specification, section 2.12). */
export function ProfileScreen(parts: PartsOfOthers) {
  const { data, error, refetch } = useQuery(profileQuery);
  const failure = error && !data ? getMessage(error) : '';
  useFailureToast(failure ? error : null, 'Failed to fetch profile');
  if (failure) {
    return (
      <ErrorPanel
        error={error}
        message={`Error loading profile: ${failure}`}
        onRetry={() => void refetch()}
      />
    );
  }
  return data ? <Content profile={data} {...parts} /> : <ProfileSkeleton />;
}

const tabNames = ['account', 'performance', 'achievements', 'friends', 'messages', 'limits'] as const;
const tabLabels = {
  account: 'Account',
  performance: 'Performance',
  achievements: 'Achievements',
  messages: 'Messages',
  friends: 'Friends',
  limits: 'Limits',
};

function Content({
  profile,
  GiftCard,
  Invitation,
  invited,
  performance,
  achievements,
  messages,
  friends,
  limits,
  security,
}: { profile: Profile } & PartsOfOthers) {
  const [search, setSearch] = useSearchParams();
  const shown = tabNames.find((name) => name === search.get('tab')) ?? 'account';
  const contents = {
    account: (
      <div className="grid min-w-0 gap-9">
        <Wallet profile={profile} />
        <ChallengeStats stats={profile.challengeStats} />
        <Referrals profile={profile} Invitation={Invitation} invited={invited} />
        <GiftCards profile={profile} GiftCard={GiftCard} />
        <SignIns />
        <Sessions />
        {security}
        <YourData profile={profile} />
      </div>
    ),
    performance,
    achievements,
    messages,
    friends,
    limits,
  };
  return (
    <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[22rem_1fr] lg:gap-10">
      <IdentityCard profile={profile} />
      <Tabs
        label="Profile"
        value={shown}
        onChange={(tab) =>
          setSearch(tab === 'account' ? {} : { tab }, { replace: true, preventScrollReset: true })
        }
        tabs={tabNames.map((name) => ({ value: name, label: tabLabels[name], content: contents[name] }))}
      />
    </div>
  );
}
