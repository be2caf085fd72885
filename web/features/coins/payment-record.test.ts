// SPDX-License-Identifier: Apache-2.0

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storageFailed } from '../../lib/device-storage.ts';
import { paymentKey } from '../../lib/session.ts';
import { fakeStorage } from '../../lib/testing/fake-storage.ts';
import { beginPayment, closePayment, getOpenPayment, keptPayment, notePayment } from './payment-record.ts';

const packageId = '0198f000-0000-7000-8000-000000000001';
const paymentId = '0198f000-0000-7000-8000-000000000002';
const wish = { playerId: 'ada', packageId, price: 4.5 };
const dayMs = 24 * 60 * 60_000;

describe('payment record', () => {
  let count = 0;
  const newKey = () => `key-${++count}`;

  beforeEach(() => {
    vi.stubGlobal('localStorage', fakeStorage());
    count = 0;
  });
  afterEach(() => vi.unstubAllGlobals());

  it('keeps one key while the wish is the same and undecided', () => {
    expect(beginPayment(wish, newKey, 0).key).toBe('key-1');
    notePayment('key-1', { paymentId });
    expect(beginPayment(wish, newKey, dayMs)).toMatchObject({ key: 'key-1', paymentId, begunAt: 0 });
  });

  it.each([
    ['another package', { packageId: paymentId }],
    ['another price', { price: 5 }],
    ['another player', { playerId: 'grace' }],
  ])('starts over for %s', (_, change) => {
    beginPayment(wish, newKey, 0);
    expect(beginPayment({ ...wish, ...change }, newKey, 1)).toMatchObject({ key: 'key-2', paymentId: null });
  });

  it('starts over once it is paid, and when the server may have forgotten the key', () => {
    beginPayment(wish, newKey, 0);
    notePayment('key-1', { isPaid: true });
    expect(beginPayment(wish, newKey, 1).key).toBe('key-2');
    // A newer payment that began a millisecond later.
    expect(getOpenPayment('ada', 6 * dayMs)).toMatchObject({ key: 'key-2', begunAt: 1 });
    expect(getOpenPayment('ada', 6 * dayMs + 1)).toBeNull();
    expect(beginPayment(wish, newKey, 7 * dayMs).key).toBe('key-3');
  });

  it('leaves a payment that began later unchanged', () => {
    beginPayment(wish, newKey, 0);
    notePayment('key-0', { isPaid: true });
    closePayment('key-0');
    expect(getOpenPayment('ada', 1)).toMatchObject({ key: 'key-1', isPaid: false });
    closePayment('key-1');
    expect(getOpenPayment('ada', 1)).toBeNull();
  });

  it('begins no payment that it could not store', () => {
    const full = { ...fakeStorage(), setItem: () => expect.fail('full') };
    vi.stubGlobal('localStorage', full);
    expect(() => beginPayment(wish, newKey, 0)).toThrow(storageFailed);
  });

  it('changes nothing when no payment was begun', () => {
    notePayment('key-1', { isPaid: true });
    closePayment('key-1');
    expect(keptPayment.read()).toBeNull();
    expect(getOpenPayment('ada', 1)).toBeNull();
  });

  it('is hidden from other players, and ignores unreadable data', () => {
    beginPayment(wish, newKey, 0);
    expect(getOpenPayment('grace', 1)).toBeNull();
    localStorage.setItem(paymentKey, '{"playerId":"ada"}');
    expect(keptPayment.read()).toBeNull();
  });
});
