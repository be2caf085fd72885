// SPDX-License-Identifier: Apache-2.0

import { ProfileScreen } from '../../features/profile/profile-screen.tsx';
import { InvitedFriends } from '../../features/referrals/invited-friends.tsx';
import { YourInvitation } from '../../features/referrals/your-invitation.tsx';
import { Security } from '../../features/second-factor/security.tsx';
import { PurchasedCard } from '../../features/shop/purchased-card.tsx';
import { Page } from '../../ui/page.tsx';
import { failedSection, lazyPart } from '../../ui/part.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { pageMeta } from '../page-meta.ts';
import type { PageHandle } from '../shell/page-handle.ts';

const section = { placeholder: <PartSkeleton />, failure: failedSection };

const Performance = lazyPart(
  async () =>
    (await import('../../features/challenges/performance/performance-section.tsx')).PerformanceSection,
  section,
);

const Achievements = lazyPart(
  async () => (await import('../../features/achievements/achievements-section.tsx')).AchievementsSection,
  section,
);

const Messages = lazyPart(
  async () =>
    (await import('../../features/notifications/notification-settings.tsx')).NotificationSettingsPart,
  section,
);

const ResultSound = lazyPart(
  async () => (await import('../../features/challenges/result-sound.tsx')).ResultSound,
  section,
);

const Friends = lazyPart(
  async () => (await import('../../features/friends/friends-section.tsx')).FriendsSection,
  section,
);

const Limits = lazyPart(
  async () => (await import('../../features/responsible-play/limits-section.tsx')).LimitsSection,
  section,
);

export const handle: PageHandle = { isForWaiting: true };

export const meta = () =>
  pageMeta({ title: 'My Profile', description: 'Your coins, results, gift cards, friends and devices.' });

export default function ProfilePage() {
  return (
    <Page title="My Profile">
      <ProfileScreen
        GiftCard={PurchasedCard}
        Invitation={YourInvitation}
        invited={<InvitedFriends />}
        security={<Security />}
        messages={<Messages />}
        sound={<ResultSound />}
        performance={<Performance />}
        friends={<Friends />}
        limits={<Limits />}
        achievements={<Achievements />}
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
