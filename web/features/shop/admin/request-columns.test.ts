// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import type { GiftCardRequest } from '../../../../contract/shop-admin.ts';
import { csvHeader, csvRow } from '../../../ui/data-columns.ts';
import { requestColumns } from './request-columns.tsx';

const request: GiftCardRequest = {
  _id: '1',
  user: { _id: '2', name: 'Ada', email: 'ada@player.test' },
  giftCard: { _id: '3', title: 'Steam 20', gcCoin: 100 },
  purchasedAt: '2026-11-20T10:00:00.000Z',
  promisedBy: '2026-11-21T10:00:00.000Z',
  isDelivered: false,
  status: 'on_its_way',
  isOverdue: false,
  hasCode: false,
  isRefundable: false,
  isHeld: false,
};

it('exports waiting and refunded requests differently, like the list', () => {
  const columns = requestColumns(undefined);
  const place = csvHeader(columns).indexOf('Delivered');
  const delivered = (more: Partial<GiftCardRequest>) => csvRow(columns, { ...request, ...more })[place];
  expect(delivered({})).toBe('No');
  expect(delivered({ status: 'delivered', isDelivered: true, hasCode: true })).toBe('Yes');
  expect(delivered({ status: 'delivered', isDelivered: true })).toBe('Yes, sent another way');
  expect(delivered({ status: 'delivered', isDelivered: true, isHeld: true })).toBe('Yes, in seconds');
  expect(delivered({ status: 'refunded' })).toBe('No, refunded');
});
