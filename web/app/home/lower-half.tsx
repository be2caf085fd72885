// SPDX-License-Identifier: Apache-2.0

import { useEffect, useLayoutEffect, useRef } from 'react';
import { articles } from '../../features/blog/articles.ts';
import { BlogSection } from '../../features/blog/blog-section.tsx';
import { brandName } from '../brand.ts';
import { pressAgain } from '../end-early-script.ts';
import { AboutUs } from './about-us.tsx';
import { CoinTradingBanner, ShopBanner } from './banners.tsx';

/** The sections below the challenges. They send no requests. */
export function LowerHalf() {
  const part = useRef<HTMLDivElement>(null);
  // Before any press that React handles, which would otherwise be repeated.
  useLayoutEffect(() => part.current?.removeAttribute('data-asleep'), []);
  useEffect(pressAgain, []);
  return (
    <div ref={part} data-asleep="">
      <ShopBanner />
      <AboutUs />
      <BlogSection list={articles(brandName)} />
      <CoinTradingBanner />
    </div>
  );
}
