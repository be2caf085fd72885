// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router';
import type { Profile } from '../../../contract/accounts.ts';
import { getMessage } from '../../lib/api.ts';
import { profileQuery } from '../../lib/query.ts';
import { useFailureToast } from '../../ui/failure-toast.ts';
import { ErrorPanel } from '../../ui/panels.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ChallengeStats } from './challenge-stats.tsx';
import { type GiftCardComponent, GiftCards } from './gift-cards.tsx';
import { AccountCard, IdentityCard } from './identity-card.tsx';
import { ProfileSkeleton, profileColumns } from './profile-skeleton.tsx';
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
  sound: ReactNode;
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

const tabNames = ['me', 'stats', 'friends', 'settings'] as const;
type TabName = (typeof tabNames)[number];
const tabLabels: Record<TabName, string> = {
  me: 'Me',
  stats: 'Stats',
  friends: 'Friends',
  settings: 'Settings',
};

/** Sections that mails, notifications and other pages lead to, by their id or in `tab`. */
const sections = new Map<string, TabName>([
  ['performance', 'stats'],
  ['achievements', 'stats'],
  ['messages', 'settings'],
  ['sound', 'settings'],
  ['limits', 'settings'],
  ['ways-to-sign-in', 'settings'],
  ['sessions', 'settings'],
  ['your-data', 'settings'],
]);

const column = 'grid min-w-0 gap-9';
/** No section shows before those above it have loaded: it would be pushed down. It waits five seconds for them at most. */
const inTurn = `${column} [&>:has([role=status][aria-busy=true])~*]:invisible [&>:has([role=status][aria-busy=true])~*]:animate-appear`;
const contentClasses: Record<TabName, string> = {
  me: column,
  stats: inTurn,
  friends: column,
  settings: inTurn,
};

function Content({ profile, ...parts }: { profile: Profile } & PartsOfOthers) {
  const [search, setSearch] = useSearchParams();
  const section = useLocation().hash.slice(1);
  const asked = search.get('tab') ?? section;
  const named = sections.get(asked);
  if (named && asked !== section) return <Navigate replace to={{ search: `tab=${named}`, hash: asked }} />;
  const shown = tabNames.find((name) => name === asked) ?? named ?? 'me';
  return (
    <div className={profileColumns}>
      <IdentityCard profile={profile} />
      <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <Tabs
          label="Profile"
          value={shown}
          onChange={(tab) =>
            setSearch(tab === 'me' ? {} : { tab }, { replace: true, preventScrollReset: true })
          }
          tabs={tabNames.map((name) => ({
            value: name,
            label: tabLabels[name],
            content: <div className={contentClasses[name]}>{getContent(name, profile, parts)}</div>,
          }))}
        />
      </div>
      <AccountCard profile={profile} />
    </div>
  );
}

function getContent(tab: TabName, profile: Profile, parts: PartsOfOthers): ReactNode {
  switch (tab) {
    case 'me':
      return (
        <>
          <Wallet profile={profile} />
          <ChallengeStats stats={profile.challengeStats} />
          <GiftCards profile={profile} GiftCard={parts.GiftCard} />
          <Referrals profile={profile} Invitation={parts.Invitation} invited={parts.invited} />
        </>
      );
    case 'stats':
      return (
        <>
          <Section id="performance">{parts.performance}</Section>
          <Section id="achievements">{parts.achievements}</Section>
        </>
      );
    case 'friends':
      return parts.friends;
    case 'settings':
      return (
        <>
          <Section id="messages">{parts.messages}</Section>
          <Section id="sound">{parts.sound}</Section>
          <Section id="limits">{parts.limits}</Section>
          <SignIns />
          <Sessions />
          {parts.security}
          <YourData profile={profile} />
        </>
      );
  }
}

function Section({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div id={id} className="min-w-0 scroll-mt-24">
      {children}
    </div>
  );
}
