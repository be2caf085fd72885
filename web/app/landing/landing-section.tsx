// SPDX-License-Identifier: Apache-2.0

import { type ReactNode, useId } from 'react';

/** A titled part of the landing page. */
export function LandingSection({
  id,
  title,
  intro,
  action,
  children,
}: {
  id?: string;
  title: string;
  intro?: ReactNode;
  /** At the right end of the title. */
  action?: ReactNode;
  children: ReactNode;
}) {
  const heading = useId();
  return (
    <section id={id} aria-labelledby={heading} className="wrap anchored grid gap-7 py-10 sm:py-12">
      <header className="flex items-end justify-between gap-4 max-sm:flex-col max-sm:items-start">
        <div>
          <h2 id={heading} className="text-3xl sm:text-4xl">
            {title}
          </h2>
          {intro && <p className="mt-2 max-w-[80ch] text-balance text-muted">{intro}</p>}
        </div>
        {action}
      </header>
      {children}
    </section>
  );
}
