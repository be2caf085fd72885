// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import { cx } from '../lib/class-names.ts';

/**
 * The frame of a signed-in screen: heading, introduction and content. At least as high as the window below the header,
 * so that the footer doesn't jump when content replaces its skeleton.
 */
export function Page({
  title,
  intro,
  children,
}: {
  title: ReactNode;
  intro?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="wrap grid min-h-[calc(100dvh-4.3125rem)] content-start gap-8 [&>*]:min-w-0 pt-8 pb-16 sm:pt-12 sm:pb-24">
      <header>
        <h1 className="wrap-anywhere text-3xl sm:text-4xl">{title}</h1>
        {intro && <p className="mt-2 text-muted">{intro}</p>}
      </header>
      {children}
    </div>
  );
}

/** A titled part of a screen. */
export function PagePart({
  title,
  aside,
  className,
  children,
}: {
  title: string;
  /** At the right end of the title. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section className={cx('grid grid-cols-1 gap-4', className)} aria-label={title}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
