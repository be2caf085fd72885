// SPDX-License-Identifier: Apache-2.0

import { MenuLinks, MenuPanel, type MenuProps } from './menu-panel.tsx';
import { accountLinks, mainLinks } from './navigation.ts';
import { SocialIcons } from './social-icons.tsx';

/** Everything for which a phone's header has no room. */
export function MobileMenu(menu: MenuProps) {
  const { profile, onClose } = menu;
  return (
    <MenuPanel
      {...menu}
      title="Menu"
      about={
        profile && (
          <>
            <p className="truncate text-muted text-sm">{profile.email}</p>
            <p className="text-muted text-xs">{profile.role}</p>
          </>
        )
      }
      aboveLogout={<SocialIcons className="flex justify-center gap-2" />}
    >
      <MenuLinks label="Main" links={mainLinks} onFollow={onClose} />
      <hr className="border-line" />
      <MenuLinks label="Account" links={accountLinks(profile)} onFollow={onClose} />
    </MenuPanel>
  );
}
