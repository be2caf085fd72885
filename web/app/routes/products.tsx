// SPDX-License-Identifier: Apache-2.0

import { ProductList } from '../../features/shop/product-list.tsx';
import { Page } from '../../ui/page.tsx';
import { pageMeta } from '../page-meta.ts';

export const meta = () =>
  pageMeta({
    title: 'Shop',
    path: '/products',
    description:
      'Gift cards for the Gamer Coins that you win: wallets, passes, items, game currency and memberships.',
  });

export default function ProductsPage() {
  return (
    <Page title="Product List" intro="Gift cards for your Gamer Coins. Most codes arrive instantly.">
      <ProductList />
    </Page>
  );
}
