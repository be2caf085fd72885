import { ProfileScreen } from '../../features/profile/profile-screen.tsx';
import { InvitedFriends } from '../../features/referrals/invited-friends.tsx';
import { PurchasedCard } from '../../features/shop/purchased-card.tsx';
import { Page } from '../../ui/page.tsx';
import { pageTitle } from '../brand.ts';

export const meta = () => [{ title: pageTitle('My Profile') }];

export default function ProfilePage() {
  return (
    <Page title="My Profile">
      <ProfileScreen GiftCard={PurchasedCard} invited={<InvitedFriends />} />
    </Page>
  );
}
