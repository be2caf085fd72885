import { MissingCoins } from '../../features/coins/missing-coins.tsx';
import { CartScreen } from '../../features/shop/cart-screen.tsx';
import { pageTitle } from '../brand.ts';

export const meta = () => [{ title: pageTitle('Cart') }];

export default function CartPage() {
  return <CartScreen wayToCoins={(missing) => <MissingCoins missing={missing} />} />;
}
