// SPDX-License-Identifier: Apache-2.0

import { ChallengesSection } from '../../features/challenges/challenges-section.tsx';
import { failedSection, lazyPart } from '../../ui/part.tsx';
import { Hero } from '../home/hero.tsx';
import { pageMeta } from '../page-meta.ts';
import type { PageHandle } from '../shell/page-handle.ts';

/** Its code loads and takes over after the rest, so that nothing waits for it: what was prerendered stays until then. */
const LowerHalf = lazyPart(async () => (await import('../home/lower-half.tsx')).LowerHalf, {
  failure: failedSection,
});

export const handle: PageHandle = { isForWaiting: true };

export const meta = () => pageMeta({ title: 'Home', isGreeting: true });

export default function HomePage() {
  return (
    <>
      <Hero />
      <ChallengesSection />
      <LowerHalf />
    </>
  );
}
