// SPDX-License-Identifier: Apache-2.0

import { articles } from '../../features/blog/articles.ts';
import { BlogSection } from '../../features/blog/blog-section.tsx';
import { brandName } from '../brand.ts';
import { AboutUs } from './about-us.tsx';
import { CoinTradingBanner, ShopBanner } from './banners.tsx';

/** The sections below the challenges. They send no requests. */
export function LowerHalf() {
  return (
    <>
      <ShopBanner />
      <AboutUs />
      <BlogSection list={articles(brandName)} />
      <CoinTradingBanner />
    </>
  );
}
