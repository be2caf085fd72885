// SPDX-License-Identifier: Apache-2.0

import { useState } from 'react';
import { ChallengesSection } from '../../features/challenges/challenges-section.tsx';
import { failedSection, lazyPart } from '../../ui/part.tsx';
import { Hero } from '../home/hero.tsx';
import { pageMeta } from '../page-meta.ts';
import type { PageHandle } from '../shell/page-handle.ts';

/** Its code loads and takes over after the rest, so that nothing waits for it: what was prerendered stays until then. */
const LowerHalf = lazyPart(async () => (await import('../home/lower-half.tsx')).LowerHalf, {
  placeholder: <Prerendered />,
  failure: (retry) => (
    <>
      <Prerendered />
      <div className="wrap pb-14">{failedSection(retry)}</div>
    </>
  ),
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

let kept = '';

/**
 * The lower half as it was prerendered, whose links work without its code: in case that is missing, and for the router, which
 * has React render everything anew when the address changes.
 */
function Prerendered() {
  const [html] = useState(() => {
    if (!import.meta.env.SSR) kept ||= document.querySelector('[data-asleep]')?.innerHTML ?? '';
    return kept;
  });
  return (
    <div
      // Buttons need the code.
      className="[&_button]:invisible"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own markup, from this page.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
