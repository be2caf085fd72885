// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';

/** A link that knows whether its target is on the screen. A section that is already in the address is scrolled to again. */
export function SectionLink({
  to,
  className,
  onFollow,
  children,
}: {
  to: string;
  className?: string;
  onFollow?: () => void;
  children: ReactNode;
}) {
  const { pathname, hash } = useLocation();
  // Prerendered pages have a trailing slash.
  const isCurrent = `${pathname.replace(/(.)\/$/, '$1')}${hash}` === to;
  return (
    <Link
      to={to}
      className={className}
      aria-current={isCurrent ? (hash ? 'location' : 'page') : undefined}
      onClick={() => {
        onFollow?.();
        if (isCurrent && hash) document.getElementById(hash.slice(1))?.scrollIntoView();
      }}
    >
      {children}
    </Link>
  );
}
