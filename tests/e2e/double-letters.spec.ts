// SPDX-License-Identifier: Apache-2.0

import { browserFlags, findTestBrowser } from '../../scripts/find-browser.ts';
import { expectNothingClipped } from '../support/e2e/accessible.ts';
import { signIn } from '../support/e2e/play.ts';
import { putAllOnSale } from '../support/e2e/shop.ts';
import { expect, test } from '../support/e2e/test.ts';

// Like the browser's own setting, which media queries follow too.
test.use({
  launchOptions: {
    executablePath: findTestBrowser(),
    args: [...browserFlags, '--blink-settings=defaultFontSize=32'],
  },
});

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
    await page.goto(`/${path}`);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await expectNothingClipped(page);
    await page.getByRole('button', { name: /^Open menu/ }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});
