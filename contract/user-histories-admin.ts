// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { attempt } from './challenges.ts';
import { endpoint, id } from './endpoint.ts';
import { playerExport } from './player-export.ts';
import { asNumber } from './sent-numbers.ts';
import { purchasedGiftCard } from './shop.ts';
import { historyEntry } from './wallet.ts';

/** A purchase of a gift card, without its code. */
export const purchase = purchasedGiftCard.omit({ hashCode: true });
export const payment = playerExport.shape.payments.element;

const params = z.object({ id });
/** `before`: the `nextBefore` of the previous page. */
const pageQuery = z.object({
  before: id.optional(),
  limit: asNumber(z.int().min(1).max(100)).default(50),
});
const pageSchema = <Entry extends z.ZodType>(entry: Entry) =>
  z.object({ list: z.array(entry), nextBefore: z.string().nullable() });
const base = '/super-admin/users/:id';

/** What a user did, page by page. */
export const userHistoriesApi = {
  attempts: endpoint({
    method: 'GET',
    path: `${base}/attempts`,
    access: 'users:read',
    summary: 'List a user’s attempts',
    params,
    query: pageQuery,
    isList: true,
    data: pageSchema(attempt),
    refusals: ['not_found'],
  }),
  purchases: endpoint({
    method: 'GET',
    path: `${base}/purchases`,
    access: 'users:read',
    summary: 'List a user’s gift cards',
    params,
    query: pageQuery,
    isList: true,
    data: pageSchema(purchase),
    refusals: ['not_found'],
  }),
  payments: endpoint({
    method: 'GET',
    path: `${base}/payments`,
    access: 'users:read',
    summary: 'List a user’s card payments',
    params,
    query: pageQuery,
    isList: true,
    data: pageSchema(payment),
    refusals: ['not_found'],
  }),
  transfers: endpoint({
    method: 'GET',
    path: `${base}/transfers`,
    access: 'users:read',
    summary: 'List a user’s transfers',
    params,
    query: z.object({
      before: z
        .string()
        .regex(/^\d{1,18}$/)
        .optional(),
      limit: asNumber(z.int().min(1).max(200)).default(50),
    }),
    isList: true,
    data: pageSchema(historyEntry),
    refusals: ['not_found'],
  }),
};
