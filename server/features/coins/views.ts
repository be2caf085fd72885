// SPDX-License-Identifier: Apache-2.0

import type { CoinPackage, Payment } from '../../../contract/coins.ts';
import type { AdminCoinPackage } from '../../../contract/coins-admin.ts';
import { minPaymentCents } from '../../../contract/payment-amounts.ts';
import type { PackageRow } from './packages/coin-package-store.ts';
import type { PaymentRow } from './payments/payment-store.ts';

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

/** A package as administrators see it. */
export function viewPackageForAdmins(row: PackageRow): AdminCoinPackage {
  const isTooCheap = row.priceCents < minPaymentCents;
  return {
    ...viewPackage(row),
    paymentNote: isTooCheap ? 'Card payments must be at least $0.50, so nobody can buy this package.' : null,
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
