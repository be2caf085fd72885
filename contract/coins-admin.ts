// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { coinPackage } from './coins.ts';
import { loadedFields } from './edits.ts';
import { amount, endpoint, id, lineOfText } from './endpoint.ts';
import { pageNumber, rowsOfPage } from './paging.ts';
import { ifMissing, readNumber } from './sent-numbers.ts';

/**
 * Rounds coins to whole numbers and prices to cents (product specification, 5). A text that isn't a number is refused,
 * never read as 0.
 */
function rounded(round: (value: number) => number) {
  return (sent: unknown): unknown => {
    const value = readNumber(sent);
    return typeof value === 'number' ? round(value) : value;
  };
}
const toHundredths = (value: number) => Math.round(value * 100) / 100;

/** The fields of the package form. `discountedPrice` may be included, but the server calculates it. */
export const packageInput = z.object({
  title: z
    .string(ifMissing('Title is required'))
    .trim()
    .min(1, 'Title is required')
    .max(100)
    .regex(lineOfText),
  coins: z.preprocess(
    rounded(Math.trunc),
    z
      .int(ifMissing('Coins amount must be at least 1'))
      .min(1, 'Coins amount must be at least 1')
      .max(1_000_000_000),
  ),
  originalPrice: z.preprocess(
    rounded(toHundredths),
    z
      .number(ifMissing('Original price must be greater than 0'))
      .min(0.01, 'Original price must be greater than 0')
      .max(999_999.99),
  ),
  discountPercentage: z.preprocess(
    rounded(toHundredths),
    z
      .number(ifMissing('Discount percentage is required'))
      .min(0, 'Discount percentage must be 0 or greater')
      .max(100, 'Discount percentage cannot exceed 100'),
  ),
  discountedPrice: z.unknown().optional(),
});
export type PackageInput = z.output<typeof packageInput>;

export const adminCoinPackage = coinPackage.extend({
  /** Why players can't buy it by card; null if they can. */
  paymentNote: z.string().nullable(),
});
export type AdminCoinPackage = z.infer<typeof adminCoinPackage>;

export const packageSorts = [
  'title',
  'coins',
  'originalPrice',
  'discountPercentage',
  'discountedPrice',
] as const;
const params = z.object({ id });

export const coinsAdminApi = {
  list: endpoint({
    method: 'GET',
    path: '/trade-coin',
    access: 'coins:read',
    summary: 'Search all coin packages',
    query: z.object({
      search: z.string().trim().max(100).regex(lineOfText).optional(),
      sort: z.enum(packageSorts).default('discountedPrice'),
      order: z.enum(['asc', 'desc']).default('asc'),
      page: pageNumber,
      pageSize: rowsOfPage,
    }),
    isList: true,
    data: z.object({ list: z.array(adminCoinPackage), total: amount }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/trade-coin/create',
    access: 'coins:write',
    isIrreversible: true,
    idempotent: true,
    summary: 'Create a coin package',
    message: 'Coin created successfully',
    body: packageInput,
    data: adminCoinPackage,
    refusals: ['waits_for_approval'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/trade-coin/:id',
    access: 'coins:write',
    isIrreversible: true,
    summary: 'Change a coin package',
    message: 'Coin updated successfully',
    params,
    body: packageInput.extend({ loaded: loadedFields }),
    data: adminCoinPackage,
    refusals: ['not_found', 'changed_meanwhile', 'waits_for_approval'],
  }),
  toggle: endpoint({
    method: 'PATCH',
    path: '/trade-coin/:id/deactivate',
    access: 'coins:write',
    idempotent: true,
    summary: 'Put a coin package on sale or take it off',
    message: 'Coin status updated successfully',
    params,
    /** The new state; if omitted, the state is toggled. */
    query: z.object({
      isActive: z.enum(['true', 'false']).optional(),
      /** As in edits.ts. */
      isUndo: z.enum(['true', 'false']).optional(),
    }),
    data: z.object({ _id: id, isActive: z.boolean() }),
    refusals: ['not_found', 'changed_meanwhile'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/trade-coin/:id',
    access: 'coins:write',
    isIrreversible: true,
    idempotent: true,
    summary: 'Delete a coin package',
    message: 'Coin deleted successfully',
    params,
    refusals: ['not_found'],
  }),
};
