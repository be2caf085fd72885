// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Icon } from '../../ui/icon.ts';
import { CreditCard } from '../../ui/icons/credit-card.ts';
import { ExternalLink } from '../../ui/icons/external-link.ts';
import { LayoutDashboard } from '../../ui/icons/layout-dashboard.ts';
import { Mail } from '../../ui/icons/mail.ts';
import { ShoppingCart } from '../../ui/icons/shopping-cart.ts';
import { Target } from '../../ui/icons/target.ts';
import { Wrench } from '../../ui/icons/wrench.ts';

interface Place {
  icon: Icon;
  title: string;
  text: string;
  /** A path in the app, or below the sandbox's address. */
  to: string;
  isOfSandbox?: true;
}

const places: readonly Place[] = [
  {
    icon: ShoppingCart,
    title: 'Shop',
    text: 'Spend what you won on a gift card, and show its code.',
    to: '/products',
  },
  {
    icon: LayoutDashboard,
    title: 'Dashboard',
    text: 'All operator tools. Sign in as the administrator first.',
    to: '/dashboard',
  },
  {
    icon: Mail,
    title: 'Inbox',
    text: 'All mail arrives here. None of it leaves this machine.',
    to: '/inbox',
    isOfSandbox: true,
  },
  {
    icon: Target,
    title: 'Arena',
    text: 'Play any match as any player. Make stats private, late or wrong.',
    to: '/arena',
    isOfSandbox: true,
  },
  {
    icon: CreditCard,
    title: 'Card payments',
    text: 'Refund or dispute payments. Delay or drop webhooks.',
    to: '/stripe',
    isOfSandbox: true,
  },
  {
    icon: Wrench,
    title: 'All stand-ins',
    text: 'Push notifications, webhooks and the bot, with simulated faults.',
    to: '/',
    isOfSandbox: true,
  },
];

const tileClass =
  'focus-inside flex h-full gap-3.5 bg-ink-1 p-5 transition-colors duration-100 hover:bg-ink-2 active:bg-ink-3';

/** More places to visit. */
export function Places({ url }: { url: string | undefined }) {
  return (
    <ul className="cut grid gap-px bg-line p-px sm:grid-cols-2 lg:grid-cols-3">
      {places.map(({ icon: Icon, title, text, to, isOfSandbox = false }) => (
        <li key={title}>
          <Way to={to} base={isOfSandbox ? url : undefined} isOfSandbox={isOfSandbox}>
            <Icon size={20} className="mt-0.5 shrink-0 text-storm-soft" aria-hidden="true" />
            <span className="min-w-0">
              <span className="flex items-center gap-1.5 font-display font-semibold">
                {title}
                {isOfSandbox && <ExternalLink size={15} className="text-muted" aria-hidden="true" />}
                {isOfSandbox && <span className="sr-only">(opens in a new tab)</span>}
              </span>
              <span className="mt-1 block text-muted text-sm">{text}</span>
            </span>
          </Way>
        </li>
      ))}
    </ul>
  );
}

function Way({
  to,
  base,
  isOfSandbox,
  children,
}: {
  to: string;
  base: string | undefined;
  isOfSandbox: boolean;
  children: ReactNode;
}) {
  if (!isOfSandbox)
    return (
      <Link to={to} className={tileClass}>
        {children}
      </Link>
    );
  return (
    <a href={base && base + to} target="_blank" rel="noreferrer" className={tileClass}>
      {children}
    </a>
  );
}
