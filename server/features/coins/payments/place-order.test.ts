// SPDX-License-Identifier: Apache-2.0

import { expect, it, vi } from 'vitest';
import { refuse } from '../../../platform/refusal.ts';
import type { PaymentRow } from './payment-store.ts';
import { type OrderDeps, placeOrder } from './place-order.ts';

it('shortens a long title for the provider without splitting an emoji', async () => {
  const order = vi.fn(async (_order: { description: string }) => refuse('payments_unavailable'));
  const deps = { cards: { placeOrder: order }, installationId: async () => 'here' } as unknown as OrderDeps;
  const packageTitle = `${'a'.repeat(499)}🎮 GC_500`;
  await placeOrder({ id: 'payment', packageTitle } as PaymentRow, deps);
  const description = order.mock.calls[0]?.[0].description ?? '';
  expect(description.length).toBeLessThanOrEqual(500);
  expect(description.isWellFormed()).toBe(true);
  expect(description.startsWith('a'.repeat(499))).toBe(true);
});
