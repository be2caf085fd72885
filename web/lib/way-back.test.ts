import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeStorage } from './testing/fake-storage.ts';
import { rememberWayBack, takeWayBack } from './way-back.ts';

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
    sessionStorage.setItem('wayBack', `${Date.now()} ${address}`);
    expect(takeWayBack()).toBe('/home');
  });

  it('is forgotten after half an hour', () => {
    vi.useFakeTimers();
    rememberWayBack(at('/cart'));
    vi.advanceTimersByTime(31 * 60_000);
    expect(takeWayBack()).toBe('/home');
  });

  it('leads home where the browser keeps nothing', () => {
    vi.stubGlobal('sessionStorage', undefined);
    rememberWayBack(at('/cart'));
    expect(takeWayBack()).toBe('/home');
  });
});
