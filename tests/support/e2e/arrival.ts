// SPDX-License-Identifier: Apache-2.0

import type { Page } from '@playwright/test';
import {
  expectAccessible,
  expectFitsNarrow,
  expectFocusSeen,
  expectNothingClipped,
  expectSeenInForcedColors,
} from './accessible.ts';
import { expect } from './test.ts';

/** How much may move while a page loads (cumulative layout shift): a fifth of Web Vitals' "good". */
const maxShift = 0.02;

const watch = `
window.shifts = [];
new PerformanceObserver((list) => {
  for (const { hadRecentInput, value, sources } of list.getEntries()) {
    if (hadRecentInput) continue;
    const parts = sources.map(({ node, previousRect, currentRect }) =>
      [node?.nodeName, node?.id, (node?.textContent ?? '').trim().slice(0, 30), previousRect.y, '->', currentRect.y].join(' '));
    window.shifts.push({ value, parts });
  }
}).observe({ type: 'layout-shift', buffered: true });
`;

interface Shift {
  value: number;
  /** The elements that moved, with their vertical positions before and after. */
  parts: string[];
}

/** Delays matching requests: after `hold`, they wait until the returned function is called. */
export async function holdBack(page: Page, what: RegExp): Promise<{ hold(): () => void }> {
  let released = Promise.resolve();
  await page.route(what, async (route) => {
    await released;
    // If the page has gone, nobody waits for the request.
    await route.continue().catch(() => {});
  });
  return {
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      released = promise;
      return resolve;
    },
  };
}

/** Makes the page record layout shifts from now on, and allows delaying its answers and fonts. */
export async function watchArrivals(page: Page) {
  await page.addInitScript(watch);
  return {
    answers: await holdBack(page, /\/api\/v1\/(?!live)/),
    fonts: await holdBack(page, /\.woff2$/),
  };
}

/** A screen at its address, with the player's data in a given state. */
export interface Arrival {
  path: string;
  /** Text that appears once its data has loaded. */
  shows: string | RegExp;
  /** True if the screen shows a loading state while it waits for data. */
  waits: boolean;
}

async function expectArrived(page: Page, shows: Arrival['shows']): Promise<void> {
  await expect(page.getByText(shows).filter({ visible: true }).first()).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

/** On a page of `watchArrivals`: the layout shift so far. */
export async function expectNothingMoved(page: Page): Promise<void> {
  await page.evaluate('document.fonts.ready.then(() => new Promise(requestAnimationFrame))');
  const shifts = await page.evaluate<Shift[]>('window.shifts');
  const shifted = shifts.reduce((sum, { value }) => sum + value, 0);
  const what = `moved on ${page.url()}: ${JSON.stringify(shifts, null, 1)}`;
  expect(shifted, what).toBeLessThanOrEqual(maxShift);
}

/** Opens the address with delayed answers and even later fonts, and checks that nothing moves when they arrive. */
async function expectStill(
  page: Page,
  { answers, fonts }: Awaited<ReturnType<typeof watchArrivals>>,
  { path, shows, waits }: Arrival,
): Promise<void> {
  const releaseAnswers = answers.hold();
  const releaseFonts = fonts.hold();
  await page.goto(path, { waitUntil: 'commit' });
  if (waits) await expect(page.locator('[aria-busy=true]').first()).toBeAttached();
  releaseAnswers();
  await expectArrived(page, shows);
  releaseFonts();
  await expectNothingMoved(page);
}

/**
 * On phone and desktop, checks that nothing moves while data loads, and then that the screen fits every width and is
 * accessible.
 */
export async function expectSoundArrival(page: Page, arrival: Arrival): Promise<void> {
  const arrivals = await watchArrivals(page);
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto('about:blank');
    await expectStill(page, arrivals, arrival);
    await expectAccessible(page);
  }
  await expectFitsNarrow(page);
}

/**
 * For pages of `test.use(zoomedTwice)`: checks that nothing is cut off and that the focus is visible, also in high
 * contrast.
 */
export async function expectUsableZoomed(
  page: Page,
  { path, shows }: Pick<Arrival, 'path' | 'shows'>,
): Promise<void> {
  await page.goto(path);
  await expectArrived(page, shows);
  await expectNothingClipped(page);
  await expectFocusSeen(page);
  await expectSeenInForcedColors(page);
}
