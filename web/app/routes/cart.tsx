// SPDX-License-Identifier: Apache-2.0

import { MissingCoins } from '../../features/coins/missing-coins.tsx';
import { CartScreen } from '../../features/shop/cart-screen.tsx';
import { pageMeta } from '../page-meta.ts';

export const meta = () =>
  pageMeta({ title: 'Cart', description: 'The gift cards that you chose, paid in one go with Gamer Coins.' });

export default function CartPage() {
  return <CartScreen offerCoins={(missing) => <MissingCoins missing={missing} />} />;
}
