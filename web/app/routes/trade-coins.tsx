import { useSearchParams } from 'react-router';
import { coinsNeeded } from '../../features/coins/packages.ts';
import { TradeCoins } from '../../features/coins/trade-coins.tsx';
import { useCartItems } from '../../features/shop/cart-store.ts';
import { useSettings } from '../../lib/settings.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { brandName, pageTitle } from '../brand.ts';

export const meta = () => [{ title: pageTitle('Purchase') }];

export default function TradeCoinsPage() {
  const brand = useSettings()?.brandName ?? brandName;
  const need = coinsNeeded(useSearchParams()[0].get('need'));
  const hasCart = Boolean(useCartItems()?.length);
  return (
    <Page title={`Purchase ${brand}`} intro="Packs of Gamer Coins, paid by card.">
      <TradeCoins
        need={need}
        wayBack={
          <ButtonLink kind="main" to={hasCart ? '/cart' : '/products'}>
            {hasCart ? 'Back to your cart' : 'Browse Gift Cards'}
          </ButtonLink>
        }
      />
    </Page>
  );
}
