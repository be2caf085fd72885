import type { Profile } from '../../../contract/accounts.ts';
import { CartCount } from '../../features/shop/cart-count.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Coins } from '../../ui/coins.tsx';
import { SidePanel } from '../../ui/dialog.tsx';
import { LogoutButton } from './logout-button.tsx';
import { accountLinks, type NavigationLink } from './navigation.ts';
import { SectionLink } from './section-link.tsx';

/** The player's own menu: who, how many coins, and where to go. */
export function ProfilePanel({
  open,
  onClose,
  profile,
}: {
  open: boolean;
  onClose: () => void;
  profile: Profile | undefined;
}) {
  return (
    <SidePanel open={open} onClose={onClose} title="Your account">
      <div className="flex items-center gap-4 border-line border-b bg-ink-2 p-5">
        <Avatar name={profile?.name ?? ''} src={profile?.avatar ?? null} className="size-14 text-xl" />
        <div className="min-w-0">
          <p className="truncate font-display font-semibold text-lg">{profile?.name || 'Guest'}</p>
          <Coins amount={profile?.gamerCoins ?? 0} size={20} className="text-lg" />
        </div>
      </div>
      <MenuLinks label="Account" links={accountLinks(profile)} onFollow={onClose} />
      <div className="mt-auto p-5">
        <LogoutButton />
      </div>
    </SidePanel>
  );
}

export function MenuLinks({
  label,
  links,
  onFollow,
}: {
  label: string;
  links: readonly NavigationLink[];
  onFollow: () => void;
}) {
  return (
    <nav aria-label={label} className="grid py-2">
      {links.map(({ label: text, to }) => (
        <SectionLink
          key={to}
          to={to}
          onFollow={onFollow}
          className="flex min-h-12 items-center border-transparent border-l-2 px-5 font-display font-medium text-soft transition-colors duration-100 hover:bg-ink-2 hover:text-text focus-visible:outline-offset-[-4px] aria-[current]:border-gold aria-[current]:bg-ink-2 aria-[current]:text-text"
        >
          {text}
          {to === '/cart' && <CartCount className="ml-2.5" />}
        </SectionLink>
      ))}
    </nav>
  );
}
