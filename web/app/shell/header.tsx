// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { Profile } from '../../../contract/accounts.ts';
import type { Attempt } from '../../../contract/challenges.ts';
import { useActiveAttempt } from '../../features/challenges/use-attempts.ts';
import { Bell } from '../../features/notifications/bell.tsx';
import { CartCount, shortCount, useCartCount } from '../../features/shop/cart-count.tsx';
import { formatAmount } from '../../lib/format.ts';
import { profileQuery } from '../../lib/query.ts';
import { useSettings } from '../../lib/settings.ts';
import { IconButton } from '../../ui/button.tsx';
import { balanceMark, CoinGlyph, Coins } from '../../ui/coins.tsx';
import { Menu } from '../../ui/icons/menu.ts';
import { lazyDialog, useFetchedEarly } from '../../ui/lazy-dialog.tsx';
import { DrawnAvatar } from '../../ui/player-name.tsx';
import { RingLogo } from '../../ui/ring.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Toasts } from '../../ui/toast.tsx';
import { brandName } from '../brand.ts';
import { useMessageLinks } from './message-links.ts';
import { mainLinks } from './navigation.ts';
import { SectionLink } from './section-link.tsx';
import { SocialIcons } from './social-icons.tsx';

const MobileMenu = lazyDialog(async () => (await import('./mobile-menu.tsx')).MobileMenu);
const ProfilePanel = lazyDialog(async () => (await import('./profile-panel.tsx')).ProfilePanel);

type Open = 'menu' | 'profile' | null;

export function Header() {
  useMessageLinks();
  useFetchedEarly(MobileMenu);
  useFetchedEarly(ProfilePanel);
  useFetchedEarly(Toasts);
  const { data: profile, isError } = useQuery(profileQuery);
  const attempt = useActiveAttempt();
  const inCart = useCartCount();
  const { key } = useLocation();
  // A menu belongs to the page on which it was opened: any navigation closes it.
  const [opened, setOpened] = useState<{ what: Open; at: string }>({ what: null, at: key });
  const open = opened.at === key ? opened.what : null;
  const show = (what: Open) => setOpened({ what, at: key });

  return (
    <header className="sticky top-0 z-30 short:static max-[15rem]:static border-line border-b bg-ink/97">
      {/* Two lines if letters are so large that one line is too short. */}
      <div className="wrap flex h-(--header) items-center gap-2.5 max-[15rem]:h-auto max-[15rem]:flex-wrap max-[15rem]:gap-y-0 max-[15rem]:py-1.5 sm:gap-4 lg:gap-5 xl:gap-7">
        {attempt ? <AttemptBanner attempt={attempt} /> : <Logo />}
        <MainLinks />
        {/* Visitors see open pages before it is known that they are visitors. */}
        <div className="ml-auto flex shrink-0 items-center gap-1.5 max-[15rem]:shrink max-[15rem]:flex-wrap max-[15rem]:justify-end max-[15rem]:gap-0 in-data-visitor:invisible sm:gap-3">
          <SocialIcons className="flex max-xl:hidden" />
          <Balance profile={profile} isUnknown={isError} />
          <Bell />
          <button
            type="button"
            aria-label="Open profile menu"
            aria-haspopup="dialog"
            onClick={() => show('profile')}
            className="max-lg:hidden"
          >
            <DrawnAvatar
              avatar={profile?.inPublic.avatar ?? null}
              className="size-10 transition-[filter] hover:brightness-125"
            />
          </button>
          <IconButton
            // Speech input uses the visible text: the number is part of the name.
            label={inCart > 0 ? `Open menu, ${shortCount(inCart)} in the cart` : 'Open menu'}
            aria-haspopup="dialog"
            className="lg:hidden"
            onClick={() => show('menu')}
          >
            <span className="relative">
              <Menu size={24} className="size-6" aria-hidden="true" />
              <CartCount className="-top-2.5 -right-2 absolute" />
            </span>
          </IconButton>
        </div>
      </div>
      {open === 'menu' && <MobileMenu onClose={() => show(null)} profile={profile} />}
      {open === 'profile' && <ProfilePanel onClose={() => show(null)} profile={profile} />}
    </header>
  );
}

function MainLinks() {
  return (
    <nav
      aria-label="Main"
      className="flex h-full items-stretch gap-4 in-data-visitor:invisible max-lg:hidden xl:gap-6.5"
    >
      {mainLinks.map(({ label, to }) => (
        <SectionLink
          key={to}
          to={to}
          className="flex items-center gap-2 whitespace-nowrap border-transparent border-y-2 font-medium text-[0.9375rem] text-muted transition-colors duration-100 hover:text-text aria-[current]:border-b-gold aria-[current]:text-text"
        >
          {label}
          {to === '/cart' && <CartCount />}
        </SectionLink>
      ))}
    </nav>
  );
}

function Balance({ profile, isUnknown }: { profile: Profile | undefined; isUnknown: boolean }) {
  return (
    <Link
      {...balanceMark}
      to="/transactions"
      aria-label={profile ? `Balance: ${formatAmount(profile.gamerCoins)} Gamer Coins` : 'Balance'}
      className="cut cut-sm focus-inside flex min-h-10 max-sm:min-h-tap items-center bg-ink-2 px-3 transition-colors hover:bg-ink-3"
    >
      {profile ? (
        <Coins amount={profile.gamerCoins} size={20} counts className="text-text" />
      ) : isUnknown ? (
        <span className="num flex items-center gap-2">
          <CoinGlyph size={20} /> –
        </span>
      ) : (
        <Skeleton className="h-5 w-16" />
      )}
    </Link>
  );
}

function Logo() {
  const brand = useSettings()?.brandName ?? brandName;
  return (
    <Link
      to="/home"
      // A name that does not fit beside a large balance wraps below the edge and is hidden whole, not cut in half.
      className="flex h-9 min-w-9 flex-wrap items-center gap-x-3 overflow-hidden font-bold font-display text-xl"
    >
      <RingLogo className="h-9 shrink-0" />
      <span className="h-9 whitespace-nowrap leading-9">{brand}</span>
    </Link>
  );
}

/** Replaces the logo while an attempt is active (product specification, section 2.5). */
function AttemptBanner({ attempt: { status, isPractice } }: { attempt: Attempt }) {
  return (
    // The live region is outside the link: text in a region inside it would not count towards the link's name.
    <div role="status" className="flex min-w-0">
      <Link
        to="/past-challenges"
        className="cut cut-md focus-inside relative flex min-h-12 min-w-0 items-center gap-2 bg-storm-deep py-1 pr-3 pl-2 font-display font-semibold text-xs leading-[1.15] transition-colors hover:bg-storm-mid sm:gap-2.5 sm:pr-4 sm:pl-3 sm:text-sm sm:leading-tight lg:max-w-65 lg:max-xl:text-xs"
      >
        <span aria-hidden="true" className="absolute inset-0 animate-pulse-live bg-storm/25" />
        <RingLogo size={24} className="relative shrink-0 animate-pulse-live max-[24rem]:hidden" />
        <span className="relative">
          {isPractice ? 'Practice' : 'Challenge'} {status.replaceAll('_', ' ')}
          <span className="max-[36rem]:sr-only"> – don't forget to complete it!</span>
        </span>
      </Link>
    </div>
  );
}
