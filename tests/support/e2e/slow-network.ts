// SPDX-License-Identifier: Apache-2.0

import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { patient } from '../patience.ts';
import { expect } from './test.ts';

/** A slow phone connection: 40 KB/s, and 900 ms until an answer begins. */
const slowLine = { offline: false, latency: 900, downloadThroughput: 40 * 1024, uploadThroughput: 40 * 1024 };

export interface SlowVisit {
  path: string;
  /** The longest time that a spinning ring was visible on the page, outside buttons. */
  ringMs: number;
  /** The longest time after the first paint without any text or skeleton on the page. */
  emptyMs: number;
  /** Layout shifts without user input (cumulative layout shift). */
  shift: number;
}

const watch = `
window.seen = { ringMs: 0, emptyMs: 0, shift: 0 };
new PerformanceObserver((list) => {
  for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) window.seen.shift += value;
}).observe({ type: 'layout-shift', buffered: true });
const isSeen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
const since = {};
const note = (name, stands) => {
  const now = performance.now();
  since[name] = stands ? (since[name] ?? now) : undefined;
  if (stands) window.seen[name] = Math.max(window.seen[name], now - since[name]);
};
setInterval(() => {
  if (!document.body || performance.getEntriesByType('paint').length === 0) return;
  const rings = [...document.querySelectorAll('.animate-turn')];
  note('ringMs', rings.some((ring) => !ring.closest('button') && isSeen(ring)));
  const skeletons = [...document.querySelectorAll('[aria-busy=true]')];
  note('emptyMs', !document.body.innerText.trim() && !skeletons.some(isSeen));
}, 50);
`;

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Network.emulateNetworkConditions', slowLine);
}

/**
 * Opens the address in a new browser with an empty cache, and waits until everything has loaded. Pages in one browser
 * would share its few connections.
 */
export async function visitSlowly(
  browser: Browser,
  options: BrowserContextOptions,
  path: string,
): Promise<SlowVisit> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await page.addInitScript(watch);
  await slowDown(page);
  await page.goto(path, { waitUntil: 'load', timeout: patient(90_000) });
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible({ timeout: patient(60_000) });
  await expect(async () => {
    expect(await page.evaluate('!window.firstLoad'), `the app runs at ${path}`).toBe(true);
  }).toPass({ timeout: patient(60_000) });
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0, { timeout: patient(60_000) });
  const seen = await page.evaluate<Omit<SlowVisit, 'path'>>('window.seen');
  await context.close();
  return { path, ...seen };
}
