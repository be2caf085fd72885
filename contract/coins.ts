// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { endpoint, id, maxCoins, timestamp } from './endpoint.ts';
import { maxKindsPerPayment, maxPacksPerPayment } from './payment-amounts.ts';

/** A package of coins (product specification, section 3). Prices are dollars with two decimals. */
export const coinPackage = z.object({
  _id: id,
  title: z.string(),
  coins: z.int().min(1),
  originalPrice: z.number(),
  discountPercentage: z.number(),
  /** The price charged, calculated by the server. */
  discountedPrice: z.number(),
  isActive: z.boolean(),
});
export type CoinPackage = z.infer<typeof coinPackage>;

/**
 * `open`: the provider hasn't decided yet. `credited`: the player has the coins. `refunded`, `disputed`: some or all
 * coins were taken back. `failed`: will never be paid.
 */
export const paymentStatuses = ['open', 'credited', 'failed', 'refunded', 'disputed'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export const payment = z.object({
  _id: id,
  packageTitle: z.string(),
  coins: z.int(),
  /** Dollars with two decimals. */
  price: z.number(),
  status: z.enum(paymentStatuses),
  createdAt: timestamp,
});
export type Payment = z.infer<typeof payment>;

const orderedPackage = z.object({ packageId: id, quantity: z.int().min(1).max(maxPacksPerPayment) });

export const coinsApi = {
  packages: endpoint({
    method: 'GET',
    path: '/trade-coin/get-all-coins',
    access: 'public',
    summary: 'List coin packages on sale',
    saysSuccess: true,
    data: z.array(coinPackage),
  }),
  createIntent: endpoint({
    method: 'POST',
    path: '/transaction/create-intent',
    access: 'signed-in',
    idempotent: true,
    summary: 'Start a card payment',
    saysSuccess: true,
    body: z
      .object({
        /** A single package. For several, use `packages`. */
        packageId: id.optional(),
        packages: z.array(orderedPackage).min(1).max(maxKindsPerPayment).optional(),
        paymentGateway: z.literal('stripe'),
        /** The total price that the player saw; the server refuses a different one. */
        discountedPrice: z.number().nonnegative().max(maxCoins).optional(),
      })
      .refine(({ packageId, packages }) => (packageId === undefined) !== (packages === undefined), {
        message: 'Name one packageId, or packages',
        path: ['packageId'],
      })
      .refine(
        ({ packages = [] }) => new Set(packages.map((each) => each.packageId)).size === packages.length,
        {
          message: 'Name each package once, with its quantity',
          path: ['packages'],
        },
      )
      .refine(
        ({ packages = [] }) =>
          packages.reduce((sum, { quantity }) => sum + quantity, 0) <= maxPacksPerPayment,
        {
          message: `One payment holds at most ${maxPacksPerPayment} packages`,
          path: ['packages'],
        },
      ),
    data: z.object({ clientSecret: z.string(), paymentId: id }),
    refusals: [
      'package_unavailable',
      'package_changed',
      'price_by_you',
      'payment_too_small',
      'payment_too_large',
      'payments_unavailable',
    ],
  }),
  payment: endpoint({
    method: 'GET',
    path: '/transaction/payments/:id',
    access: 'signed-in',
    summary: 'Get the state of your payment',
    params: z.object({ id }),
    data: payment,
    refusals: ['not_found'],
  }),
  withdrawPayment: endpoint({
    method: 'POST',
    path: '/transaction/payments/:id/withdraw',
    access: 'signed-in',
    summary: 'Cancel your unpaid payment',
    params: z.object({ id }),
    data: payment,
    refusals: ['not_found'],
  }),
};
