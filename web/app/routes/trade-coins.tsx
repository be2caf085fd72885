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
        wayBack={<WayBack isForChallenge={search.get('for') === 'challenge'} hasCart={hasCart} />}
      />
    </Page>
  );
}

/** Where the coins were missing; without that, where they can be spent. */
function WayBack({ isForChallenge, hasCart }: { isForChallenge: boolean; hasCart: boolean }) {
  const [to, label] = isForChallenge
    ? ['/home#challenges', 'View Challenges']
    : hasCart
      ? ['/cart', 'Back to your cart']
      : ['/products', 'Browse Gift Cards'];
  return (
    <ButtonLink kind="main" to={to}>
      {label}
    </ButtonLink>
  );
}
