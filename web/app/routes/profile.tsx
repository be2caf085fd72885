// SPDX-License-Identifier: Apache-2.0

import { lazy, Suspense } from 'react';
import { ProfileScreen } from '../../features/profile/profile-screen.tsx';
import { InvitedFriends } from '../../features/referrals/invited-friends.tsx';
import { Security } from '../../features/second-factor/security.tsx';
import { PurchasedCard } from '../../features/shop/purchased-card.tsx';
import { loadPart } from '../../lib/load-part.ts';
import { Page } from '../../ui/page.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { pageMeta } from '../page-meta.ts';
import type { PageHandle } from '../shell/page-handle.ts';

const Performance = lazy(async () => {
  const { PerformanceSection: component } = await loadPart(
    () => import('../../features/challenges/performance/performance-section.tsx'),
  );
  return { default: component };
});

const Achievements = lazy(async () => {
  const { AchievementsSection: component } = await loadPart(
    () => import('../../features/achievements/achievements-section.tsx'),
  );
  return { default: component };
});

const Messages = lazy(async () => {
  const { NotificationSettingsPart: component } = await loadPart(
    () => import('../../features/notifications/notification-settings.tsx'),
  );
  return { default: component };
});

const ResultSound = lazy(async () => {
  const { ResultSound: component } = await loadPart(
    () => import('../../features/challenges/result-sound.tsx'),
  );
  return { default: component };
});

const Friends = lazy(async () => {
  const { FriendsSection: component } = await loadPart(
    () => import('../../features/friends/friends-section.tsx'),
  );
  return { default: component };
});

const Limits = lazy(async () => {
  const { LimitsSection: component } = await loadPart(
    () => import('../../features/responsible-play/limits-section.tsx'),
  );
  return { default: component };
});

export const handle: PageHandle = { isForWaiting: true };

export const meta = () =>
  pageMeta({ title: 'My Profile', description: 'Your coins, results, gift cards, friends and devices.' });

export default function ProfilePage() {
  return (
    <Page title="My Profile">
      <ProfileScreen
        GiftCard={PurchasedCard}
        invited={<InvitedFriends />}
        security={<Security />}
        messages={
          <Suspense fallback={<PartSkeleton />}>
            <div className="grid min-w-0 gap-9">
              <Messages />
              <ResultSound />
            </div>
          </Suspense>
        }
        performance={
          <Suspense fallback={<PartSkeleton />}>
            <Performance />
          </Suspense>
        }
        friends={
          <Suspense fallback={<PartSkeleton />}>
            <Friends />
          </Suspense>
        }
        limits={
          <Suspense fallback={<PartSkeleton />}>
            <Limits />
          </Suspense>
        }
        achievements={
          <Suspense fallback={<PartSkeleton />}>
            <Achievements />
          </Suspense>
        }
      />
    </Page>
  );
}

function PartSkeleton() {
  return (
    <Loading label="Loading..." className="grid gap-4">
      <Skeleton className="h-5.5 w-40" />
      <Skeleton className="cut h-60" />
    </Loading>
  );
}
