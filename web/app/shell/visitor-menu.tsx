// SPDX-License-Identifier: Apache-2.0

import { useId, useRef } from 'react';
import { cx } from '../../lib/class-names.ts';
import { Menu } from '../../ui/icons/menu.ts';
import { X } from '../../ui/icons/x.ts';
import { visitorLinks } from './navigation.ts';
import { SectionLink } from './section-link.tsx';

const button =
  'cut cut-sm focus-inside inline-grid size-tap shrink-0 place-items-center text-muted hover:bg-ink-3 hover:text-text active:bg-ink-2';

/**
 * Everything for which a visitor's header has no room. A popover of the browser's own: it opens before any script runs, and
 * closes by Escape or a press beside it.
 */
export function VisitorMenu({ className }: { className?: string }) {
  const id = useId();
  const menu = useRef<HTMLElement>(null);
  return (
    <>
      <button type="button" aria-label="Open menu" popoverTarget={id} className={cx(button, className)}>
        <Menu size={24} aria-hidden="true" />
      </button>
      <nav
        ref={menu}
        id={id}
        popover="auto"
        aria-label="Menu"
        className="inset-x-0 top-0 bottom-auto m-0 w-full max-w-none gap-3 border-line border-b bg-ink-1 px-4.5 pt-3 pb-5 text-text open:grid backdrop:bg-scrim/70"
      >
        <button
          type="button"
          aria-label="Close menu"
          popoverTarget={id}
          popoverTargetAction="hide"
          className={cx(button, 'justify-self-end')}
        >
          <X size={24} aria-hidden="true" />
        </button>
        <ul className="grid">
          {visitorLinks.map(({ label, to }) => (
            <li key={to} className="grid border-line-soft border-b last:border-b-0">
              <SectionLink
                to={to}
                className="flex min-h-12 items-center font-display font-semibold text-lg aria-[current]:text-gold"
                onFollow={() => menu.current?.hidePopover()}
              >
                {label}
              </SectionLink>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}
