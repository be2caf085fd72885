// SPDX-License-Identifier: Apache-2.0

import type { Page } from '@playwright/test';
import { challengesApi } from '../../contract/challenges.ts';
import { shopApi } from '../../contract/shop.ts';
import { browserFlags, findTestBrowser } from '../../scripts/find-browser.ts';
import { expectNoOverflow, expectNothingClipped } from '../support/e2e/accessible.ts';
import { openDashboard } from '../support/e2e/admin.ts';
import { giveCoins } from '../support/e2e/database.ts';
import { ask, send, signIn, uniqueName } from '../support/e2e/play.ts';
import { addToCart, type CardOnSale, putAllOnSale } from '../support/e2e/shop.ts';
import { expect, test } from '../support/e2e/test.ts';

// Like the browser's own setting, which media queries follow too.
test.use({
  launchOptions: {
    executablePath: findTestBrowser(),
    args: [...browserFlags, '--blink-settings=defaultFontSize=32'],
  },
});

/** Shows a page on a phone, and checks that all of it and the menu are within reach. */
async function expectToFit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expectNoOverflow(page);
  await expectNothingClipped(page);
  await page.getByRole('button', { name: /^Open menu/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('every page and the menu fit a phone with a font size of 200 %', { tag: '@long' }, async ({
  page,
  app,
}) => {
  await putAllOnSale(app, [{ gcCoin: 150 }]);
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['', 'challenges', 'leaderboard', 'signup']) {
    await page.goto(`/${path}`);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await expectNothingClipped(page);
  }
  await signIn(page, { to: '/robots.txt' });
  for (const path of ['home', 'challenges', 'products', 'cart', 'trade-coins', 'profile', 'transactions']) {
    await expectToFit(page, `/${path}`);
  }
});

test('a full cart and a player with purchases fit too', { tag: '@long' }, async ({ page, app }) => {
  const cards = await putAllOnSale(app, [
    { title: uniqueName('Membership'), gcCoin: 950 },
    { title: uniqueName('Wallet top-up'), gcCoin: 3_500 },
  ]);
  const [cheap] = cards as [CardOnSale, CardOnSale];
  await page.setViewportSize({ width: 390, height: 844 });
  const { email } = await signIn(page, { to: '/robots.txt' });
  await giveCoins(app, email, 3_450);
  await send(page, { ...shopApi.buyOne, path: `/gift-card/buy-gift-card/${cheap.id}` }, {});
  const open = (await ask(page, challengesApi.getAll)).find(({ isActive }) => isActive);
  const challengeType = open?.challengeVariants[0]?.challengeType;
  await send(page, challengesApi.start, { epicId: uniqueName(), challengeId: open?._id, challengeType });
  for (const card of cards) await addToCart(page, card);
  for (const path of ['/cart', '/profile', '/transactions']) await expectToFit(page, path);
});

test('the dashboard fits too', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openDashboard(page, 'overview');
  for (const tab of ['', '/overview', '/users', '/inbox']) await expectToFit(page, `/dashboard${tab}`);
});
