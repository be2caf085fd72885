// SPDX-License-Identifier: Apache-2.0

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeStorage } from './testing/fake-storage.ts';
import { closedPages, forgetWayBack, rememberWayBack, takeWayBack, wayBackKey } from './way-back.ts';

const at = (address: string) => {
  const { pathname, search, hash } = new URL(address, 'https://finalring.test');
  return { pathname, search, hash };
};

describe('the way back after a sign-in', () => {
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
    `/products/${'x'.repeat(64)}`,
    `/giveaways/${'x'.repeat(64)}`,
    `/dashboard/users/${'x'.repeat(64)}`,
    `/dashboard/${'x'.repeat(32)}`,
    `/cart?${'x'.repeat(994)}`,
  ])('leads to %s, once', (address) => {
    rememberWayBack(at(address));
    expect(takeWayBack()).toBe(address);
    expect(takeWayBack()).toBe('/home');
  });

  it.each([
    '/',
    '/signin',
    '/google-login-success?authToken=x',
    '/api/v1/auth/google',
    '/nowhere',
    '/cart/../x',
    '/x/cart',
    '/carts',
    '/cart/x',
    '/products/x/y',
    '/x/products/y',
    '/products/a.b',
    '/giveaways/x/y',
    '/x/giveaways/y',
    '/giveaways/a.b',
    '/dashboard/A',
    '/dashboard/x/y',
    '/x/dashboard',
    '/dashboard/users/x/y',
    '/x/dashboard/users/y',
    '/dashboard/users/a.b',
    `/products/${'x'.repeat(65)}`,
    `/giveaways/${'x'.repeat(65)}`,
    `/dashboard/users/${'x'.repeat(65)}`,
    `/dashboard/${'x'.repeat(33)}`,
    `/cart?${'x'.repeat(995)}`,
  ])('leads home instead of to %s', (address) => {
    rememberWayBack(at(address));
    expect(takeWayBack()).toBe('/home');
  });

  it.each([
    '//elsewhere.test/cart',
    'https://elsewhere.test/cart',
    'javascript:alert(1)',
    '/\\elsewhere.test',
    '',
  ])('does not follow %s', (address) => {
    sessionStorage.setItem(wayBackKey, `${Date.now()} ${address}`);
    expect(takeWayBack()).toBe('/home');
    expect(sessionStorage.length).toBe(0);
  });

  it('is forgotten after half an hour', () => {
    vi.useFakeTimers();
    rememberWayBack(at('/cart'));
    vi.advanceTimersByTime(30 * 60_000 - 1);
    expect(takeWayBack()).toBe('/cart');
    rememberWayBack(at('/cart'));
    vi.advanceTimersByTime(30 * 60_000);
    expect(takeWayBack()).toBe('/home');
    rememberWayBack(at('/cart'));
    forgetWayBack();
    expect(sessionStorage.length).toBe(0);
  });

  it('keeps nothing of a page that it does not lead to, and knows which ones are closed', () => {
    rememberWayBack(at('/signin?code=x'));
    expect(sessionStorage.length).toBe(0);
    rememberWayBack(at('/cart'));
    expect([sessionStorage.key(0), wayBackKey]).toEqual(['wayBack', 'wayBack']);
    const isClosed = (path: string) => closedPages.some((page) => page.test(path));
    expect(['/cart', '/products/x', '/dashboard', '/giveaways/x', '/'].map(isClosed)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  it('leads home where the browser keeps nothing', () => {
    vi.stubGlobal('sessionStorage', undefined);
    rememberWayBack(at('/cart'));
    expect(takeWayBack()).toBe('/home');
  });
});
