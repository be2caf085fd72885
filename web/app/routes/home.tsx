// SPDX-License-Identifier: Apache-2.0

import { Suspense } from 'react';
import { articles } from '../../features/blog/articles.ts';
import { BlogSection } from '../../features/blog/blog-section.tsx';
import { ChallengesSection } from '../../features/challenges/challenges-section.tsx';
import { brandName } from '../brand.ts';
import { AboutUs } from '../home/about-us.tsx';
import { CoinTradingBanner, ShopBanner } from '../home/banners.tsx';
import { Hero } from '../home/hero.tsx';
import { pageMeta } from '../page-meta.ts';
import type { PageHandle } from '../shell/page-handle.ts';

export const handle: PageHandle = { isForWaiting: true };

export const meta = () => pageMeta({ title: 'Home', isGreeting: true });

/**
 * Parts that ask the server for nothing are hydrated after the rest, each on its own, so that nothing else waits for them.
 * (A part that does ask might have its answer by then, and no longer match what was prerendered.)
 */
export default function HomePage() {
  return (
    <>
      <Hero />
      <ChallengesSection />
      <Suspense>
        <ShopBanner />
        <AboutUs />
      </Suspense>
      <Suspense>
        <BlogSection list={articles(brandName)} />
      </Suspense>
      <Suspense>
        <CoinTradingBanner />
      </Suspense>
    </>
  );
}
