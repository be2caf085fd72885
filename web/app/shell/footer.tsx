// SPDX-License-Identifier: Apache-2.0

import { Link } from 'react-router';
import { useSettings } from '../../lib/settings.ts';
import { Mail } from '../../ui/icons/mail.ts';
import { Phone } from '../../ui/icons/phone.ts';
import { RingLogo } from '../../ui/ring.tsx';
import { brandName } from '../brand.ts';
import { legalLinks, mainLinks, type NavigationLink } from './navigation.ts';
import { SectionLink } from './section-link.tsx';
import { SocialIcons } from './social-icons.tsx';

const link =
  'inline-flex min-h-8 items-center gap-2.5 text-soft underline-offset-4 hover:text-text hover:underline';

const smallLink = 'inline-flex min-h-6 items-center underline-offset-4 hover:text-text hover:underline';

export function Footer({ links = mainLinks }: { links?: readonly NavigationLink[] }) {
  const settings = useSettings();
  const brand = settings?.brandName ?? brandName;
  return (
    <footer className="relative overflow-hidden border-line in-data-narrowed:invisible border-t bg-ink-1">
      <RingLogo
        size={420}
        className="pointer-events-none absolute -right-24 -bottom-44 rotate-[75deg] opacity-[0.07] max-sm:hidden"
      />
      <div className="wrap relative grid gap-10 py-12 text-sm sm:grid-cols-2 lg:grid-cols-[1.6fr_1fr_1.2fr]">
        <div className="grid content-start gap-4 sm:max-lg:col-span-2">
          <p className="flex items-center gap-3 font-bold font-display text-xl">
            <RingLogo />
            {brand}
          </p>
          <p className="max-w-[44ch] text-muted">
            Skill challenges decided by your public game stats. Every result has a receipt that anyone can
            check. Gamer Coins buy gift cards.
          </p>
          <SocialIcons className="flex gap-1" />
        </div>
        <QuickLinks links={links} />
        <Support settings={settings} />
      </div>
      <div className="relative border-line-soft border-t">
        <div className="wrap flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 py-5 text-muted text-xs">
          <p>
            © {new Date().getFullYear()} {brand}. Not affiliated with any game publisher.
          </p>
          <ul className="flex flex-wrap gap-x-5">
            {legalLinks.map(({ label, to }) => (
              <li key={to}>
                <Link to={to} className={smallLink}>
                  {label}
                </Link>
              </li>
            ))}
            <li>
              <a href="/third-party-notices.txt" className={smallLink}>
                Licences
              </a>
            </li>
          </ul>
        </div>
      </div>
    </footer>
  );
}

function QuickLinks({ links }: { links: readonly NavigationLink[] }) {
  return (
    <nav aria-label="Quick links">
      <h2 className="mb-3 text-base">Quick Links</h2>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),auto))] gap-x-6 lg:grid-cols-1">
        {links.map(({ label, to }) => (
          <li key={to}>
            <SectionLink to={to} className={link}>
              {label}
            </SectionLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Support({ settings }: { settings: ReturnType<typeof useSettings> }) {
  return (
    <div>
      <h2 className="mb-3 text-base">Support</h2>
      {settings && (
        <ul className="grid">
          <li>
            <a href={`mailto:${settings.supportEmail}`} className={link}>
              <Mail size={16} className="shrink-0 text-muted" aria-hidden="true" />
              {settings.supportEmail}
            </a>
          </li>
          <li>
            <a href={`tel:${settings.supportPhone.replace(/[^+\d]/g, '')}`} className={link}>
              <Phone size={16} className="shrink-0 text-muted" aria-hidden="true" />
              {settings.supportPhone}
            </a>
          </li>
        </ul>
      )}
    </div>
  );
}
