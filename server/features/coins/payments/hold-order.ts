// SPDX-License-Identifier: Apache-2.0

import { formatUsd } from '../../../../contract/amounts.ts';
import { maxPaymentCents, minPaymentCents } from '../../../../contract/payment-amounts.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { isPriceEditor, priceWindowDays } from '../../../platform/db/price-changes.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { holdPackage, type PackageRow } from '../packages/coin-package-store.ts';

export interface OrderedPackage {
  packageId: string;
  quantity: number;
}

export interface Order {
  /** The package; null for several. */
  packageId: string | null;
  /** The packages in words: "2 × GC_1000, GC_500". */
  title: string;
  coins: number;
  amountCents: number;
}

interface OrderLine {
  offer: PackageRow;
  quantity: number;
}

/** Locked in id order, like in every transaction. */
async function holdLines(tx: Tx, packages: readonly OrderedPackage[]): Promise<OrderLine[] | Refusal> {
  const lines: OrderLine[] = [];
  for (const { packageId, quantity } of packages.toSorted((a, b) => (a.packageId < b.packageId ? -1 : 1))) {
    const offer = await holdPackage(tx, packageId);
    if (!offer?.isActive) return refuse('package_unavailable');
    lines.push({ offer, quantity });
  }
  return lines;
}

function sum(lines: readonly OrderLine[], figure: 'coins' | 'priceCents'): number {
  return lines.reduce((total, { offer, quantity }) => total + offer[figure] * quantity, 0);
}

function toOrder(lines: readonly OrderLine[]): Order {
  const [first] = lines;
  const isSingle = lines.length === 1 && first?.quantity === 1;
  return {
    packageId: isSingle ? first.offer.id : null,
    title: lines
      .toSorted((one, other) => other.offer.coins - one.offer.coins)
      .map(({ offer, quantity }) => (quantity === 1 ? offer.title : `${quantity} × ${offer.title}`))
      .join(', '),
    coins: sum(lines, 'coins'),
    amountCents: sum(lines, 'priceCents'),
  };
}

/**
 * The packages of a payment, held until the transaction ends, with their total coins and price. Each must be on sale,
 * payable by itself, and priced by someone else.
 * @param discountedPrice the total price that the player saw, in dollars; if omitted, any price is accepted
 */
export async function holdOrder(
  tx: Tx,
  {
    playerId,
    packages,
    discountedPrice,
  }: { playerId: string; packages: readonly OrderedPackage[]; discountedPrice?: number | undefined },
  now: Date,
): Promise<Order | Refusal> {
  const lines = await holdLines(tx, packages);
  if (isRefusal(lines)) return lines;
  const order = toOrder(lines);
  const { amountCents } = order;
  if (discountedPrice !== undefined && Math.round(discountedPrice * 100) !== amountCents) {
    return refuse('package_changed', { price: formatUsd(amountCents) });
  }
  if (lines.some(({ offer }) => offer.priceCents < minPaymentCents)) return refuse('payment_too_small');
  if (amountCents > maxPaymentCents) return refuse('payment_too_large');
  for (const { offer } of lines) {
    // Checked after reading the offer: a transaction that sees its price also sees who set it.
    if (await isPriceEditor(tx, `coin-package:${offer.id}`, playerId, now)) {
      return refuse('price_by_you', { what: `"${offer.title}"`, days: priceWindowDays });
    }
  }
  return order;
}
