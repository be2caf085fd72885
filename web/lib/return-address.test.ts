// SPDX-License-Identifier: Apache-2.0

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  forgetReturnAddress,
  rememberReturnAddress,
  returnAddressKey,
  takeReturnAddress,
} from './return-address.ts';
import { fakeStorage } from './testing/fake-storage.ts';

const at = (address: string) => {
  const { pathname, search, hash } = new URL(address, 'https://finalring.test');
  return { pathname, search, hash };
};

describe('the return after a sign-in', () => {
  beforeEach(() => vi.stubGlobal('sessionStorage', fakeStorage()));
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it.each([
    '/transactions?tab=history#list',
    '/cart',
    '/giveaways/0198f000-0000-7000-8000-000000000001',
    '/dashboard',
    '/dashboard/audit-log?page=2',
    '/dashboard/users/0198f000-0000-7000-8000-000000000001',
    '/events/',
    '/past-challenges',
    '/profile',
    '/products',
    '/trade-coins',
    '/products/x/',
    '/giveaways/x/',
    '/dashboard/x/',
    '/dashboard/users/x/',
    '/dashboard/outgoing-webhooks/0198f000-0000-7000-8000-000000000001',
    `/products/${'x'.repeat(64)}`,
    `/giveaways/${'x'.repeat(64)}`,
    `/dashboard/users/${'x'.repeat(64)}`,
    `/cart?${'x'.repeat(994)}`,
  ])('leads to %s, once', (address) => {
    rememberReturnAddress(at(address));
    expect(takeReturnAddress()).toBe(address);
    expect(takeReturnAddress()).toBe('/home');
  });

  it.each([
    '/',
    '/api/v1/auth/google',
    '/products/a.b',
    '/products/x%2fy',
    '/giveaways/x//y',
    `/products/${'x'.repeat(65)}`,
    `/cart?${'x'.repeat(995)}`,
  ])('leads home instead of to %s', (address) => {
    rememberReturnAddress(at(address));
    expect(takeReturnAddress()).toBe('/home');
  });

  it.each([
    '//elsewhere.test/cart',
    'https://elsewhere.test/cart',
    'javascript:alert(1)',
    '/\\elsewhere.test',
    '',
  ])('ignores %s', (address) => {
    sessionStorage.setItem(returnAddressKey, `${Date.now()} ${address}`);
    expect(takeReturnAddress()).toBe('/home');
    expect(sessionStorage.length).toBe(0);
  });

  it('is forgotten after half an hour', () => {
    vi.useFakeTimers();
    rememberReturnAddress(at('/cart'));
    vi.advanceTimersByTime(30 * 60_000 - 1);
    expect(takeReturnAddress()).toBe('/cart');
    rememberReturnAddress(at('/cart'));
    vi.advanceTimersByTime(30 * 60_000);
    expect(takeReturnAddress()).toBe('/home');
    rememberReturnAddress(at('/cart'));
    forgetReturnAddress();
    expect(sessionStorage.length).toBe(0);
  });

  it('stores no address that it would not return to', () => {
    rememberReturnAddress(at('/api/v1/auth/google'));
    expect(sessionStorage.length).toBe(0);
    rememberReturnAddress(at('/cart'));
    expect([sessionStorage.key(0), returnAddressKey]).toEqual(['wayBack', 'wayBack']);
  });

  it('leads home when the browser stores nothing', () => {
    vi.stubGlobal('sessionStorage', undefined);
    rememberReturnAddress(at('/cart'));
    expect(takeReturnAddress()).toBe('/home');
  });
});
