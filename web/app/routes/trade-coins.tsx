// SPDX-License-Identifier: Apache-2.0

import { useSearchParams } from 'react-router';
import { coinsNeeded } from '../../features/coins/packages.ts';
import { TradeCoins } from '../../features/coins/trade-coins.tsx';
import { useCartItems } from '../../features/shop/cart-store.ts';
import { useSettings } from '../../lib/settings.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { brandName } from '../brand.ts';
import { pageMeta } from '../page-meta.ts';

export const meta = () => pageMeta({ title: 'Purchase', description: 'Packs of Gamer Coins, paid by card.' });

export default function TradeCoinsPage() {
  const brand = useSettings()?.brandName ?? brandName;
  const search = useSearchParams()[0];
  const hasCart = Boolean(useCartItems()?.length);
  return (
    <Page title={`Purchase ${brand}`} intro="Packs of Gamer Coins, paid by card.">
      <TradeCoins
        need={coinsNeeded(search.get('need'))}
        wayBack={<WayBack purpose={search.get('for')} cardId={search.get('card')} hasCart={hasCart} />}
      />
    </Page>
  );
}

interface Purpose {
  /** What the player needs coins for: `challenge`, `cart`, or `card` with its id. */
  purpose: string | null;
  cardId: string | null;
  hasCart: boolean;
}

/** Back to where the coins were missing. Without a purpose, to a place to spend them. */
function WayBack(purpose: Purpose) {
  const [to, label] = wayBackFrom(purpose);
  return (
    <ButtonLink kind="main" to={to}>
      {label}
    </ButtonLink>
  );
}

function wayBackFrom({ purpose, cardId, hasCart }: Purpose): [to: string, label: string] {
  if (purpose === 'challenge') return ['/home#challenges', 'View Challenges'];
  if (purpose === 'card' && cardId)
    return [`/products/${encodeURIComponent(cardId)}`, 'Back to the gift card'];
  if (purpose === 'cart' || hasCart) return ['/cart', 'Back to your cart'];
  return ['/products', 'Browse Gift Cards'];
}
