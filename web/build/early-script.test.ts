// SPDX-License-Identifier: Apache-2.0

import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { earlyScript } from './early-script.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A page whose own scripts haven't run. */
function openPage() {
  const listeners: Record<string, (event: object) => void> = {};
  const stored = new Map<string, string>();
  const page = {
    location: { pathname: '/', search: '', hash: '', reload: vi.fn() },
    origin: 'https://finalring.test',
    localStorage: {},
    sessionStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    },
    document: { documentElement: { dataset: {} } },
    addEventListener(type: string, listen: (event: object) => void) {
      listeners[type] = listen;
    },
    setTimeout,
    clearTimeout,
  };
  const window: typeof page & Partial<Pick<Window, 'failFirstLoad'>> = page;
  runInNewContext(earlyScript, Object.assign(window, { window }));
  return {
    press: (tag: 'a' | 'p') =>
      listeners.click?.({ target: { closest: (css: string) => (css.startsWith(tag) ? {} : null) } }),
    failScript: () => window.failFirstLoad?.(),
    countReloads: () => page.location.reload.mock.calls.length,
  };
}

it('reloads once when a script is missing', () => {
  const page = openPage();
  page.press('p');
  page.failScript();
  expect(page.countReloads()).toBe(1);
  page.failScript();
  expect(page.countReloads()).toBe(1);
});

it('lets a link be followed although the browser stops the scripts', () => {
  const page = openPage();
  page.press('a');
  page.failScript();
  page.failScript();
  vi.advanceTimersByTime(19_000);
  expect(page.countReloads()).toBe(0);
  // The link led nowhere.
  vi.advanceTimersByTime(1_000);
  expect(page.countReloads()).toBe(1);
});
