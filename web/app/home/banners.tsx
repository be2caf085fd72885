// SPDX-License-Identifier: Apache-2.0

import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Badge } from '../../ui/status.tsx';
import { PrizePicture } from '../landing/prizes.tsx';
import coinTradingAvif from './art/coin-trading.avif';
import coinTrading from './art/coin-trading.webp';

export function ShopBanner() {
  return (
    <section aria-labelledby="shop-title" className="border-line border-y bg-ink-1">
      <div className="wrap grid items-center gap-x-10 gap-y-6 py-10 md:grid-cols-[minmax(0,1fr)_minmax(0,22rem)] lg:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]">
        <div>
          <h2 id="shop-title" className="text-3xl sm:text-4xl">
            Coins in, gift cards out
          </h2>
          <p className="mt-3 max-w-[52ch] text-lg text-soft">
            What you win is yours to spend: store credit for consoles and games, at a price in Gamer Coins.
          </p>
          <ButtonLink to="/products" className="mt-6">
            Visit the Shop
          </ButtonLink>
        </div>
        {/* In its own box: otherwise the picture's sources would become cells of the grid. */}
        <div className="mx-auto max-w-[30rem]">
          <PrizePicture />
        </div>
      </div>
    </section>
  );
}

export function CoinTradingBanner() {
  return (
    <section aria-labelledby="trading-title" className="wrap pb-14 sm:pb-18">
      <Card inside="relative isolate flex items-center px-6 py-8 sm:min-h-44 sm:px-9">
        <picture>
          <source type="image/avif" srcSet={coinTradingAvif} />
          <img
            src={coinTrading}
            alt=""
            width={1500}
            height={300}
            loading="lazy"
            decoding="async"
            className="absolute inset-0 -z-10 size-full object-cover object-[92%_50%] max-sm:opacity-35"
          />
        </picture>
        <div className="absolute inset-0 -z-10 bg-[linear-gradient(90deg,var(--color-ink-1)_10%,var(--color-ink-1-veil)_48%,transparent_72%)]" />
        <div className="min-w-0">
          <Badge tone="storm">Coming soon</Badge>
          <h2 id="trading-title" className="mt-3 text-2xl sm:text-3xl">
            Coin trading is coming soon
          </h2>
          <p className="mt-2 text-soft">Packs of Gamer Coins can be bought already. Trading follows.</p>
        </div>
      </Card>
    </section>
  );
}
