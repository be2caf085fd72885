// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import type { Profile } from '../../../contract/accounts.ts';
import { SidePanel } from '../../ui/dialog.tsx';
import { DrawnAvatar } from '../../ui/player-name.tsx';
import { LogoutButton } from './logout-button.tsx';
import type { NavigationLink } from './navigation.ts';
import { SectionLink } from './section-link.tsx';

export interface MenuProps {
  onClose: () => void;
  profile: Profile | undefined;
}

/** A menu from the right edge: who is signed in, where to go (`children`), and the logout. */
export function MenuPanel({
  title,
  about,
  aboveLogout,
  children,
  onClose,
  profile,
}: MenuProps & {
  title: string;
  /** Below the name. */
  about: ReactNode;
  aboveLogout?: ReactNode;
  children: ReactNode;
}) {
  return (
    <SidePanel onClose={onClose} title={title}>
      <div className="flex items-center gap-4 border-line border-b bg-ink-2 p-5">
        <DrawnAvatar avatar={profile?.inPublic.avatar ?? null} className="size-14" />
        <div className="min-w-0 flex-1">
          <p className="truncate font-display font-semibold text-lg">{profile?.name || 'Guest'}</p>
          {profile && <p className="truncate text-muted text-sm">{profile.inPublic.handle}</p>}
          {about}
        </div>
      </div>
      {children}
      <div className="mt-auto grid gap-4 p-5">
        {aboveLogout}
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
        </SectionLink>
      ))}
    </nav>
  );
}
