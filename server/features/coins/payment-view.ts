// SPDX-License-Identifier: Apache-2.0

import type { CoinPackage, Payment } from '../../../contract/coins.ts';
import type { PackageRow } from './coin-package-store.ts';
import type { PaymentRow } from './payment-store.ts';

/** Dollars, as the contract shows prices. */
function dollars(cents: number): number {
  return cents / 100;
}

export function viewPackage(row: PackageRow): CoinPackage {
  const { id, title, coins, originalPriceCents, discountPercentage, priceCents, isActive } = row;
  return {
    _id: id,
    title,
    coins,
    originalPrice: dollars(originalPriceCents),
    discountPercentage,
    discountedPrice: dollars(priceCents),
    isActive,
  };
}

export function viewPayment({
  id,
  packageTitle,
  coins,
  amountCents,
  status,
  createdAt,
}: PaymentRow): Payment {
  return {
    _id: id,
    packageTitle,
    coins,
    price: dollars(amountCents),
    status,
    createdAt: createdAt.toISOString(),
  };
}
