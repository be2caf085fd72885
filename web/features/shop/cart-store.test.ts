// SPDX-License-Identifier: Apache-2.0

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endSession } from '../../lib/session.ts';
import { fakeStorage } from '../../lib/testing/fake-storage.ts';
import { changeCart, getCart } from './cart-store.ts';
import { someGiftCard } from './gift-card-fixture.ts';

beforeEach(() => vi.stubGlobal('localStorage', fakeStorage()));
afterEach(() => vi.unstubAllGlobals());

const titles = (playerId: string) => getCart(playerId).map(({ title, quantity }) => `${quantity} ${title}`);

it('a cart belongs to one player, not to the next one signing in with the same browser', () => {
  changeCart('ada', { type: 'add', card: someGiftCard(1) });
  endSession('session_ended');
  expect(titles('grace')).toEqual([]);
  expect(titles('ada')).toEqual(['1 Card 1']);
  changeCart('grace', { type: 'add', card: someGiftCard(2) });
  expect(titles('grace')).toEqual(['1 Card 2']);
  expect(titles('ada')).toEqual([]);
});

it('applies each step to what another tab has just written', () => {
  changeCart('ada', { type: 'add', card: someGiftCard(1) });
  const items = [{ ...someGiftCard(3), quantity: 4 }];
  localStorage.setItem('cart', JSON.stringify({ playerId: 'ada', items }));
  changeCart('ada', { type: 'add', card: someGiftCard(1) });
  expect(titles('ada')).toEqual(['4 Card 3', '1 Card 1']);
});

it('reads a cart stored before cards had a kind', () => {
  const { kind: _, ...before } = someGiftCard(3);
  localStorage.setItem('cart', JSON.stringify({ playerId: 'ada', items: [{ ...before, quantity: 2 }] }));
  expect(getCart('ada')).toMatchObject([{ kind: 'wallet', quantity: 2 }]);
});

it('a cart is empty after a logout', () => {
  changeCart('ada', { type: 'add', card: someGiftCard(1) });
  endSession();
  expect(titles('ada')).toEqual([]);
});
