import type { Profile } from '../../../contract/accounts.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { SidePanel } from '../../ui/dialog.tsx';
import { LogoutButton } from './logout-button.tsx';
import { accountLinks, mainLinks } from './navigation.ts';
import { MenuLinks } from './profile-panel.tsx';
import { SocialIcons } from './social-icons.tsx';

/** Everything that the header has no room for on a phone. */
export function MobileMenu({
  open,
  onClose,
  profile,
}: {
  open: boolean;
  onClose: () => void;
  profile: Profile | undefined;
}) {
  return (
    <SidePanel open={open} onClose={onClose} title="Menu">
      <div className="flex items-center gap-4 border-line border-b bg-ink-2 p-5">
        <Avatar name={profile?.name ?? ''} src={profile?.avatar ?? null} className="size-12 text-lg" />
        <div className="min-w-0">
          <p className="truncate font-display font-semibold text-lg">{profile?.name || 'Guest'}</p>
          {profile && (
            <>
              <p className="truncate text-muted text-sm">{profile.email}</p>
              <p className="text-muted text-xs">{profile.role}</p>
            </>
          )}
        </div>
      </div>
      <MenuLinks label="Main" links={mainLinks} onFollow={onClose} />
      <hr className="border-line" />
      <MenuLinks label="Account" links={accountLinks(profile)} onFollow={onClose} />
      <div className="mt-auto grid gap-4 p-5">
        <SocialIcons className="flex justify-center gap-2" />
        <LogoutButton />
      </div>
    </SidePanel>
  );
}
