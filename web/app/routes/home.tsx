import { ChallengesSection } from '../../features/challenges/challenges-section.tsx';
import { pageTitle } from '../brand.ts';
import { AboutUs } from '../home/about-us.tsx';
import { CoinTradingBanner, ShopBanner } from '../home/banners.tsx';
import { BlogsPreview } from '../home/blogs-preview.tsx';
import { Hero } from '../home/hero.tsx';

export const meta = () => [{ title: pageTitle('Home') }];

export default function HomePage() {
  return (
    <>
      <Hero />
      <ChallengesSection />
      <ShopBanner />
      <AboutUs />
      <BlogsPreview />
      <CoinTradingBanner />
    </>
  );
}
