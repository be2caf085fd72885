// SPDX-License-Identifier: Apache-2.0

import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { challengesApi } from '../../contract/challenges.ts';
import { shopApi } from '../../contract/shop.ts';
import { browserFlags, findWholeBrowser } from '../../scripts/find-browser.ts';
import { ask, expectBalance, send, signIn, stored, uniqueName } from '../support/e2e/play.ts';
import { putAllOnSale } from '../support/e2e/shop.ts';
import { test as base, expect } from '../support/e2e/test.ts';

/**
 * Stores facts about the page in the browser's storage. Playwright loses control of a page in the back-forward cache,
 * so it reads them from another page.
 */
const leaveWord = `
if (location.pathname !== '/robots.txt') {
  addEventListener('pageshow', ({ persisted }) => localStorage.setItem('shown', persisted ? 'again' : 'first'));
  const opened = location.pathname;
  setInterval(() => {
    const balance = document.querySelector('[aria-label^="Balance: "]')?.ariaLabel ?? '';
    localStorage.setItem('seen from ' + opened, location.pathname + ' ' + balance);
  }, 50);
}
`;
const seen = 'seen from /transactions';

/** Pages in a browser with a back-forward cache, which Playwright's own browser lacks. */
const test = base.extend<{ keeping: BrowserContext }>({
  keeping: async ({ app }, use) => {
    const executablePath = findWholeBrowser();
    base.skip(
      !executablePath,
      'Chromium without windows keeps no pages: this needs a whole Chromium or Chrome',
    );
    const browser = await chromium.launch({
      executablePath,
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
      args: browserFlags,
    });
    await use(await browser.newContext({ baseURL: app.url }));
    await browser.close();
  },
});

/** Goes from a page with a live stream to another document. */
async function goAway(context: BrowserContext): Promise<{ page: Page; beside: Page }> {
  const page = await context.newPage();
  await page.addInitScript(leaveWord);
  await signIn(page, { to: '/transactions' });
  await expectBalance(page, 500);
  const beside = await context.newPage();
  await beside.goto('/robots.txt');
  expect(await stored(beside, 'shown')).toBe('first');
  await page.goto('/robots.txt');
  return { page, beside };
}

test('going back shows the page as it was left, and it receives live updates again', {
  tag: '@long',
}, async ({ keeping, app }) => {
  const { page, beside } = await goAway(keeping);

  // Another page holds the stream meanwhile. Forwarding its events would make the browser evict a listening page from
  // the cache.
  await beside.goto('/profile');
  await expectBalance(beside, 500);
  const [challenge] = await ask(beside, challengesApi.getAll);
  const challengeType = challenge?.challengeVariants[0]?.challengeType;
  await send(beside, challengesApi.start, {
    epicId: uniqueName(),
    challengeId: challenge?._id,
    challengeType,
  });
  await expectBalance(beside, 400);

  await page.evaluate('void history.back()');
  await expect.poll(() => stored(beside, 'shown')).toBe('again');
  await expect.poll(() => stored(beside, seen)).toBe('/transactions Balance: 400 Gamer Coins');
  const [card] = await putAllOnSale(app, [{ gcCoin: 150 }]);
  const items = [{ giftCardId: card?.id, quantity: 1, gcCoin: 150 }];
  await send(beside, shopApi.checkout, { items });
  await expect.poll(() => stored(beside, seen)).toBe('/transactions Balance: 250 Gamer Coins');
});

test('going back after signing out elsewhere shows no player data', { tag: '@long' }, async ({ keeping }) => {
  const { page, beside } = await goAway(keeping);
  await beside.evaluate(() => localStorage.removeItem('authToken'));
  await page.evaluate('void history.back()');
  await expect.poll(() => stored(beside, 'shown')).toBe('again');
  await expect.poll(() => stored(beside, seen)).toBe('/ ');
});
