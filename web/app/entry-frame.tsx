// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { cx } from '../lib/class-names.ts';
import { useSettings } from '../lib/settings.ts';
import { RingLogo } from '../ui/ring.tsx';
import { Backdrop } from './backdrop.tsx';
import { brandName } from './brand.ts';
import { ConnectionBar } from './connection-bar.tsx';
import { Footer } from './shell/footer.tsx';
import { visitorLinks, visitorPages } from './shell/navigation.ts';
import { SandboxRibbon } from './shell/sandbox-ribbon.tsx';
import { VisitorMenu } from './shell/visitor-menu.tsx';

/**
 * The frame of the sign-in pages.
 * @param isWide gives the content the whole width; otherwise the ring is above or beside it
 * @param more content below the first screen, followed by the footer
 */
export function EntryFrame({
  children,
  isWide = false,
  more,
}: {
  children: ReactNode;
  isWide?: boolean;
  more?: ReactNode;
}) {
  const settings = useSettings();
  return (
    <>
      <div
        className={cx(
          'relative isolate flex flex-col overflow-hidden',
          // On a tablet, the next section begins on the first screen.
          more ? 'lg:min-h-dvh' : 'min-h-dvh',
        )}
      >
        <Backdrop className={cx(isWide && 'max-sm:-mt-[40vw]')} />
        <SandboxRibbon />
        <header className="wrap flex h-17 items-center justify-between gap-6">
          <Link to="/" className="flex items-center gap-3 font-bold font-display text-xl">
            <RingLogo />
            <span className="max-[16rem]:sr-only">{settings?.brandName ?? brandName}</span>
          </Link>
          <VisitorNavigation />
          <VisitorMenu className="sm:hidden" />
        </header>
        <main
          id="content"
          tabIndex={-1}
          className={cx(
            'wrap grid flex-1 content-start pb-12 outline-none lg:content-center lg:pt-4',
            isWide ? 'pt-3 sm:pt-10' : 'pt-[46vw] sm:pt-[20rem]',
          )}
        >
          <div className={cx('min-w-0 animate-rise', !isWide && 'lg:max-w-[50%]')}>{children}</div>
        </main>
      </div>
      {more}
      {more && <Footer links={visitorLinks} />}
      <ConnectionBar />
    </>
  );
}

function VisitorNavigation() {
  return (
    <nav aria-label="Main" className="flex gap-6 max-sm:hidden">
      {visitorPages.map(({ label, to }) => (
        <Link key={to} to={to} className="font-medium text-[0.9375rem] text-soft hover:text-text">
          {label}
        </Link>
      ))}
    </nav>
  );
}
