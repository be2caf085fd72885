// SPDX-License-Identifier: Apache-2.0

import type { Icon } from '../../ui/icon.ts';
import { CalendarDays } from '../../ui/icons/calendar-days.ts';
import { Gift } from '../../ui/icons/gift.ts';
import { History } from '../../ui/icons/history.ts';
import { House } from '../../ui/icons/house.ts';
import { UserRound } from '../../ui/icons/user-round.ts';
import { SectionLink } from './section-link.tsx';

const places: readonly { label: string; to: string; icon: Icon }[] = [
  { label: 'Home', to: '/home', icon: House },
  { label: 'Events', to: '/events', icon: CalendarDays },
  { label: 'Shop', to: '/products', icon: Gift },
  { label: 'History', to: '/past-challenges', icon: History },
  { label: 'Profile', to: '/profile', icon: UserRound },
];

/**
 * On phones, within reach of the thumb: the five places that players visit most. Below the footer it takes room of its own.
 */
export function BottomBar() {
  return (
    <nav
      aria-label="Shortcuts"
      className="border-line border-t bg-ink pb-[env(safe-area-inset-bottom)] short:hidden sm:hidden print:hidden in-data-visitor:hidden"
    >
      <ul className="grid h-(--bottom-bar) grid-cols-5">
        {places.map(({ label, to, icon: Icon }) => (
          <li key={to} className="grid">
            <SectionLink
              to={to}
              className="grid content-center justify-items-center gap-0.5 text-[0.6875rem] text-muted transition-colors duration-100 aria-[current]:text-text [&[aria-current]>svg]:text-gold"
            >
              <Icon size={20} aria-hidden="true" />
              {label}
            </SectionLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
