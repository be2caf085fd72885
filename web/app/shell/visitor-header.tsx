// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { buttonClass } from '../../ui/button.tsx';
import { RingLogo } from '../../ui/ring.tsx';
import { brandName } from '../brand.ts';
import { visitorPages } from './navigation.ts';
import { SectionLink } from './section-link.tsx';
import { VisitorMenu } from './visitor-menu.tsx';

/**
 * On public pages; as high as the player's header, which replaces it for anyone who is signed in.
 * @param isPlaceholder only the name, with `children` beside it
 */
export function VisitorHeader({
  isPlaceholder = false,
  children,
}: {
  isPlaceholder?: boolean;
  children?: ReactNode;
}) {
  return (
    <header className="sticky top-0 z-30 short:static max-[15rem]:static border-line border-b bg-ink/97">
      <div className="wrap flex h-17 items-center gap-2.5 max-[15rem]:h-auto max-[15rem]:flex-wrap max-[15rem]:py-1.5 sm:gap-7">
        <Link
          to={isPlaceholder ? '/home' : '/'}
          className="flex shrink-0 items-center gap-3 font-bold font-display text-xl"
        >
          <RingLogo />
          <span className="max-[22rem]:sr-only">{brandName}</span>
        </Link>
        {isPlaceholder ? (
          <div className="ml-auto flex items-center gap-3">{children}</div>
        ) : (
          <nav aria-label="Main" className="flex h-full flex-1 items-stretch justify-end gap-2.5 sm:gap-4">
            <div className="mr-auto flex gap-5 max-md:hidden">
              {visitorPages.map(({ label, to }) => (
                <SectionLink
                  key={to}
                  to={to}
                  className="flex items-center border-transparent border-y-2 font-medium text-[0.9375rem] text-muted transition-colors duration-100 hover:text-text aria-[current]:border-b-gold aria-[current]:text-text"
                >
                  {label}
                </SectionLink>
              ))}
            </div>
            <Link
              to="/signup"
              className="flex items-center whitespace-nowrap px-1 font-medium text-[0.9375rem] text-muted hover:text-text max-md:hidden"
            >
              Sign Up
            </Link>
            <Link to="/signin" className={`${buttonClass({ size: 'sm' })} self-center whitespace-nowrap`}>
              Sign In
            </Link>
            <VisitorMenu className="self-center md:hidden" />
          </nav>
        )}
      </div>
    </header>
  );
}
