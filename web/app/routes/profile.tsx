import { ProfileScreen } from '../../features/profile/profile-screen.tsx';
import { InvitedFriends } from '../../features/referrals/invited-friends.tsx';
import { PurchasedCard } from '../../features/shop/purchased-card.tsx';
import { Page } from '../../ui/page.tsx';
import { pageMeta } from '../page-meta.ts';

export const meta = () =>
  pageMeta({ title: 'My Profile', description: 'Your coins, results, gift cards, friends and devices.' });

export default function ProfilePage() {
  return (
    <Page title="My Profile">
      <ProfileScreen GiftCard={PurchasedCard} invited={<InvitedFriends />} />
    </Page>
  );
}
