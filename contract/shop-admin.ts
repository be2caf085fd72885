// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { cardsImportReport, codesFile, importChoices, importReport } from './code-imports.ts';
import { isUndo, loadedFields } from './edits.ts';
import { amount, endpoint, id, lineOfText, linesOfText, timestamp } from './endpoint.ts';
import { giftCardChange, giftCardInput } from './gift-card-form.ts';
import { pageNumber, rowsOfPage } from './paging.ts';
import { cardKinds, purchaseStatuses, revealedCode } from './shop.ts';

/** Codes in stock are counted up to here; also the highest threshold for low stock. */
export const maxStock = 10_000;

/** A row of the table of gift cards. */
export const adminGiftCard = z.object({
  _id: id,
  title: z.string(),
  description: z.string(),
  /** The same as in shop.ts. */
  image: z.string(),
  type: z.string(),
  kind: z.enum(cardKinds),
  region: z.string(),
  howToRedeem: z.string(),
  gcCoin: amount,
  isActive: z.boolean(),
  isFulfilledByHand: z.boolean(),
  promiseHours: z.int(),
  lowStockAt: amount,
  /** Codes that can be sold; `maxStock` + 1 means any number above `maxStock`. */
  stock: amount,
  sold: amount,
  isLowStock: z.boolean(),
  /** Codes kept out of stock after a restore, because they were sold or may have been (docs/operate.md, Backups). */
  quarantine: z.object({ sold: amount, unproven: amount }),
  /** The newest code, masked; empty if there is none. `reveal` takes this id. */
  hashCode: z.string(),
  newestCodeId: id.nullable(),
  createdAt: timestamp,
});
export type AdminGiftCard = z.infer<typeof adminGiftCard>;

export const giftCardSorts = ['createdAt', 'title', 'gcCoin', 'stock', 'isActive'] as const;
export const requestSorts = ['purchasedAt', 'promisedBy', 'title', 'gcCoin'] as const;
export const requestFilters = ['waiting', 'overdue', 'delivered', 'refunded'] as const;

const paging = {
  search: z.string().trim().max(100).regex(lineOfText).optional(),
  order: z.enum(['asc', 'desc']).default('desc'),
  page: pageNumber,
  pageSize: rowsOfPage,
};

/** A sold card (product specification, section 2.15, Alerts). */
export const giftCardRequest = z.object({
  _id: id,
  /** Name and address are empty if the account is gone. */
  user: z.object({ _id: id, name: z.string(), email: z.string() }),
  giftCard: z.object({ _id: id, title: z.string(), gcCoin: amount }),
  purchasedAt: timestamp,
  /** When an administrator must deliver it; null if the code came from stock. */
  promisedBy: timestamp.nullable(),
  isDelivered: z.boolean(),
  status: z.enum(purchaseStatuses),
  isOverdue: z.boolean(),
  /** Whether it has a code here. A delivered card without one was sent by other means. */
  hasCode: z.boolean(),
  /** Whether `refund` would succeed now. */
  isRefundable: z.boolean(),
  /** Delivered seconds ago: `deliver` can still undo it, and the player hasn't been notified. */
  isHeld: z.boolean(),
});
export type GiftCardRequest = z.infer<typeof giftCardRequest>;

const waiting = z.object({ waiting: amount, overdue: amount });

const params = z.object({ id });
/** Why a code is replaced, or a purchase refunded. */
export const reason = z.string().trim().min(3, 'Enter a short reason').max(500).regex(linesOfText);
const code = z.string().max(400);
const pin = z.string().max(100);

const pictureRefusals = [
  'no_picture',
  'picture_type',
  'picture_unreadable',
  'storage_full',
  'too_large',
  'unsupported_media_type',
] as const;

export const shopAdminApi = {
  list: endpoint({
    method: 'GET',
    path: '/gift-card/all',
    access: 'gift-cards:read',
    summary: 'Search gift cards with their stock',
    query: z.object({
      ...paging,
      status: z.enum(['active', 'inactive']).optional(),
      sort: z.enum(giftCardSorts).default('createdAt'),
    }),
    isList: true,
    data: z.object({ list: z.array(adminGiftCard), total: amount }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/gift-card/create',
    access: 'gift-cards:write',
    idempotent: true,
    summary: 'Create a gift card',
    message: 'Gift card created successfully',
    upload: { field: 'image', maxBytes: 8_000_000 },
    body: giftCardInput,
    data: adminGiftCard,
    refusals: pictureRefusals,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/gift-card/update/:id',
    access: 'gift-cards:write',
    // The changed fields include a price.
    isIrreversible: true,
    summary: 'Change a gift card',
    message: 'Updated successfully',
    upload: { field: 'image', maxBytes: 8_000_000 },
    params,
    body: giftCardChange.extend({ loaded: loadedFields }),
    data: adminGiftCard,
    refusals: ['not_found', 'changed_meanwhile', 'waits_for_approval', ...pictureRefusals],
  }),
  setActive: endpoint({
    method: 'PATCH',
    path: '/gift-card/:id/active',
    access: 'gift-cards:write',
    summary: 'Put a gift card on sale or take it off',
    message: 'Updated successfully',
    params,
    body: z.object({ isActive: z.boolean(), isUndo }),
    data: adminGiftCard,
    refusals: ['not_found', 'changed_meanwhile'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/gift-card/delete/:id',
    access: 'gift-cards:write',
    idempotent: true,
    summary: 'Delete a gift card',
    message: 'Deleted successfully',
    params,
    refusals: ['not_found'],
  }),
  importCodes: endpoint({
    method: 'POST',
    path: '/gift-card/:id/codes',
    access: 'gift-cards:write',
    isIrreversible: true,
    idempotent: true,
    summary: 'Import codes of one gift card',
    upload: { field: 'file', maxBytes: 2_000_000 },
    params,
    query: importChoices,
    body: codesFile,
    data: importReport,
    refusals: ['not_found', 'codes_unreadable', 'too_large', 'unsupported_media_type'],
  }),
  importCodesOfCards: endpoint({
    method: 'POST',
    path: '/gift-card/codes',
    access: 'gift-cards:write',
    isIrreversible: true,
    idempotent: true,
    summary: 'Import codes of several gift cards',
    upload: { field: 'file', maxBytes: 2_000_000 },
    query: importChoices,
    body: codesFile,
    data: cardsImportReport,
    refusals: ['codes_unreadable', 'too_large', 'unsupported_media_type'],
  }),
  /** Never replayed: no stored response contains a code. */
  revealCode: endpoint({
    method: 'POST',
    path: '/gift-card/codes/:id/reveal',
    access: 'gift-cards:reveal',
    isIrreversible: true,
    summary: 'Reveal the newest code of a card',
    params,
    data: revealedCode,
    refusals: ['not_found', 'code_unreadable'],
  }),
  replaceCode: endpoint({
    method: 'POST',
    path: '/gift-card/purchases/:id/replace',
    access: 'deliveries:write',
    isIrreversible: true,
    idempotent: true,
    summary: 'Replace the code of a purchase',
    message: 'Updated successfully',
    params,
    body: z.object({ code: code.optional(), pin: pin.optional(), reason }),
    data: z.object({ _id: id, hashCode: z.string() }),
    refusals: [
      'not_found',
      'conflict_of_interest',
      'replacement_needs_reveal',
      'code_not_ready',
      'code_malformed',
      'code_known',
      'code_allocated',
      'stock_empty',
    ],
  }),
  requests: endpoint({
    method: 'GET',
    path: '/gift-card/all-gift-card-request',
    access: 'deliveries:read',
    summary: 'Search sold gift cards',
    query: z.object({
      ...paging,
      status: z.enum(requestFilters).optional(),
      sort: z.enum(requestSorts).default('purchasedAt'),
    }),
    isList: true,
    data: z.object({
      list: z.array(giftCardRequest),
      total: amount,
      isEstimate: z.boolean(),
      ...waiting.shape,
    }),
  }),
  waiting: endpoint({
    method: 'GET',
    path: '/gift-card/waiting-requests',
    access: 'deliveries:read',
    summary: 'Count cards waiting for delivery',
    data: waiting,
  }),
  deliver: endpoint({
    method: 'PATCH',
    path: '/gift-card/gift-card-request/:id',
    access: 'deliveries:write',
    isIrreversible: true,
    summary: 'Deliver a card, or undo it',
    message: 'Updated successfully',
    params,
    body: z.object({
      isDelivered: z.boolean(),
      code: code.optional(),
      pin: pin.optional(),
      /** True to hold the code and all messages for ten seconds, during which `isUndo` can undo the delivery. */
      mayUndo: z.boolean().optional(),
      isUndo,
    }),
    data: z.object({ _id: id, isDelivered: z.boolean() }),
    refusals: [
      'not_found',
      'conflict_of_interest',
      'purchase_refunded',
      'delivered_from_stock',
      'code_missing',
      'code_malformed',
      'code_known',
      'code_allocated',
      'changed_meanwhile',
      'undo_too_late',
    ],
  }),
  refund: endpoint({
    method: 'POST',
    path: '/gift-card/gift-card-request/:id/refund',
    access: 'deliveries:write',
    isIrreversible: true,
    idempotent: true,
    summary: 'Refund an overdue card',
    params,
    body: z.object({ reason }),
    data: z.object({ _id: id, refundedGc: amount }),
    refusals: ['not_found', 'conflict_of_interest', 'purchase_not_refundable'],
  }),
};
