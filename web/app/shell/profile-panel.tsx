// SPDX-License-Identifier: Apache-2.0

import { getLevel } from '../../../contract/levels.ts';
import { formatAmount } from '../../lib/format.ts';
import { Coins, Xp } from '../../ui/coins.tsx';
import { MenuLinks, MenuPanel, type MenuProps } from './menu-panel.tsx';
import { accountLinks } from './navigation.ts';

/** The player's own menu: name, coins, level, and where to go. */
export function ProfilePanel(menu: MenuProps) {
  const { profile, onClose } = menu;
  const xp = profile?.xp ?? 0;
  return (
    <MenuPanel
      {...menu}
      title="Your account"
      about={
        <>
          <Coins amount={profile?.gamerCoins ?? 0} size={20} className="text-lg" />
          <p className="mt-0.5 flex flex-wrap items-center gap-x-3 text-sm">
            <span className="font-medium text-soft">Level {formatAmount(getLevel(xp).level)}</span>
            <Xp amount={xp} size={14} />
          </p>
        </>
      }
    >
      <MenuLinks label="Account" links={accountLinks(profile)} onFollow={onClose} />
    </MenuPanel>
  );
}
