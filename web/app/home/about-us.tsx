// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import { useSettings } from '../../lib/settings.ts';
import { brandName } from '../brand.ts';
import { ProofLine } from '../landing/proof-line.tsx';

/** A section of the home page (h2), or a page of its own (h1) with more `children`. */
export function AboutUs({ level: Heading = 'h2', children }: { level?: 'h1' | 'h2'; children?: ReactNode }) {
  const brand = useSettings()?.brandName ?? brandName;
  return (
    <section id="aboutus" aria-labelledby="about-title" className="wrap anchored grid gap-8 py-14 sm:py-18">
      <header className="grid gap-x-10 gap-y-3 lg:grid-cols-[22rem_minmax(0,1fr)]">
        <Heading id="about-title" className="text-3xl sm:text-4xl">
          About Us
        </Heading>
        <div className="max-w-3xl">
          <p className="text-pretty text-lg text-soft">
            {brand} pays you for how you play. Skill against clear conditions: you see the fee and the prize
            before you enter, one match decides, and the coins you win buy gift cards.
          </p>
          <ProofLine className="mt-4" />
        </div>
      </header>
      {children}
    </section>
  );
}
