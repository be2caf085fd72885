import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CoinGlyph } from '../../ui/coins.tsx';
import { Badge } from '../../ui/status.tsx';

const faces = [
  { name: 'green', from: '#0f8a5f', to: '#03301f', place: 'translate(118 52) rotate(14)' },
  { name: 'red', from: '#b3261e', to: '#3d0b08', place: 'translate(70 34) rotate(3)' },
  { name: 'blue', from: '#1b4fd8', to: '#0a1b52', place: 'translate(22 40) rotate(-9)' },
];

export function ShopBanner() {
  return (
    <section aria-labelledby="shop-title" className="border-line border-y bg-ink-1">
      <div className="wrap grid items-center gap-x-10 gap-y-6 py-12 md:grid-cols-[minmax(0,1fr)_24rem]">
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
        <GiftCards />
      </div>
    </section>
  );
}

function GiftCards() {
  return (
    <svg viewBox="0 0 360 230" fill="none" aria-hidden="true" className="mx-auto w-full max-w-[24rem]">
      {faces.map(({ name, from, to, place }) => (
        <g key={name} transform={place}>
          <linearGradient id={`gift-face-${name}`} x2="1" y2="1">
            <stop stopColor={from} />
            <stop offset="1" stopColor={to} />
          </linearGradient>
          <clipPath id={`gift-edge-${name}`}>
            <path d="M0 0h204l16 16v124H16L0 124z" />
          </clipPath>
          <g clipPath={`url(#gift-edge-${name})`}>
            <path d="M0 0h220v140H0z" fill={`url(#gift-face-${name})`} />
            <path d="M170 -16a86 86 0 1 1-61 25" stroke="#fff" strokeOpacity=".2" strokeWidth="16" />
            <path d="M170 30a40 40 0 1 1-28 12" stroke="#fff" strokeOpacity=".6" strokeWidth="4" />
            <path d="M18 100h54M18 114h34" stroke="#fff" strokeOpacity=".55" strokeWidth="5" />
          </g>
        </g>
      ))}
    </svg>
  );
}

export function CoinTradingBanner() {
  return (
    <section aria-labelledby="trading-title" className="wrap pb-14 sm:pb-18">
      <Card inside="flex flex-wrap items-center gap-x-6 gap-y-4 bg-[linear-gradient(100deg,#231d12,var(--color-ink-1)_60%)] px-6 py-7 sm:px-9">
        <CoinGlyph size={44} />
        <div className="min-w-0 flex-1 basis-64">
          <h2 id="trading-title" className="text-xl sm:text-2xl">
            Coin trading is coming soon
          </h2>
          <p className="mt-1 text-muted">Packs of Gamer Coins by card come first. Trading follows.</p>
        </div>
        <Badge tone="storm">Coming soon</Badge>
      </Card>
    </section>
  );
}
