// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import { Link, type To } from 'react-router';
import { cx } from '../lib/class-names.ts';
import { ChevronLeft } from './icons/chevron-left.ts';
import { ChevronRight } from './icons/chevron-right.ts';

const place = 'cut cut-sm focus-inside num grid size-11 place-items-center transition-colors duration-100';
const link = cx(place, 'bg-ink-2 text-soft hover:bg-ink-3 hover:text-text active:bg-ink-1');

/** Links to a list's pages; nothing for a single page. At most seven places, always with first and last. */
export function Pagination({
  label,
  page,
  pages,
  to,
}: {
  label: string;
  /** From 1. */
  page: number;
  pages: number;
  to: (page: number) => To;
}) {
  if (pages <= 1) return null;
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap items-center justify-center gap-1.5">
        <Step to={page > 1 ? to(page - 1) : null} label="Previous page">
          <ChevronLeft size={20} aria-hidden="true" />
        </Step>
        {getPageLinks(page, pages).map((number, index) => (
          <li key={number ?? `gap-${index}`}>
            {number === null ? (
              <span aria-hidden="true" className="grid size-6 place-items-center text-faint">
                …
              </span>
            ) : (
              <Link
                to={to(number)}
                aria-label={`Page ${number}`}
                aria-current={number === page ? 'page' : undefined}
                className={number === page ? cx(place, 'bg-storm-deep text-text') : link}
              >
                {number}
              </Link>
            )}
          </li>
        ))}
        <Step to={page < pages ? to(page + 1) : null} label="Next page">
          <ChevronRight size={20} aria-hidden="true" />
        </Step>
      </ul>
    </nav>
  );
}

function Step({ to, label, children }: { to: To | null; label: string; children: ReactNode }) {
  return (
    <li>
      {to === null ? (
        <span className={cx(place, 'text-faint')} aria-hidden="true">
          {children}
        </span>
      ) : (
        <Link to={to} aria-label={label} className={link}>
          {children}
        </Link>
      )}
    </li>
  );
}

/** 1 … 4 5 6 … 9; null is a gap. */
export function getPageLinks(page: number, pages: number): (number | null)[] {
  const all = Array.from({ length: pages }, (_, index) => index + 1);
  if (pages <= 7) return all;
  const middle = Math.min(Math.max(page, 3), pages - 2);
  const near = all.slice(middle - 2, middle + 1);
  return [1, ...(middle > 3 ? [null] : []), ...near, ...(middle < pages - 2 ? [null] : []), pages];
}
