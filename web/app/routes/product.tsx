// SPDX-License-Identifier: Apache-2.0

import { ProductScreen } from '../../features/shop/product-screen.tsx';
import { pageMeta } from '../page-meta.ts';

export const meta = () =>
  pageMeta({
    title: 'Gift card',
    description: 'Where its code works, how we deliver it and how you redeem it.',
  });

export default ProductScreen;
