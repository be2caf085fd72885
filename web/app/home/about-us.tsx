// SPDX-License-Identifier: Apache-2.0

import { VerdictTrial } from '../../features/challenges/verdict-trial.tsx';
import { useSettings } from '../../lib/settings.ts';
import { brandName } from '../brand.ts';
import { useLanding } from '../landing/use-landing.ts';
import { DecisionSteps } from './decision-steps.tsx';

/** A section of the home page (h2), and a page of its own (h1). */
export function AboutUs({ level: Heading = 'h2' }: { level?: 'h1' | 'h2' }) {
  const challenges = useLanding()?.challenges;
  const brand = useSettings()?.brandName ?? brandName;
  return (
    <section id="aboutus" aria-labelledby="about-title" className="wrap anchored grid gap-8 py-14 sm:py-18">
      <header className="max-w-3xl">
        <Heading id="about-title" className="text-3xl sm:text-4xl">
          About Us
        </Heading>
        <p className="mt-3 text-pretty text-lg text-soft">
          {brand} pays for what you can do, and shows how it knows. Skill against clear conditions, with a
          result that nobody has to take on trust.
        </p>
      </header>
      <DecisionSteps level={Heading === 'h1' ? 'h2' : 'h3'} />
      <VerdictTrial challenges={challenges} />
    </section>
  );
}
