// SPDX-License-Identifier: Apache-2.0

import { browserFlags, findTestBrowser } from '../../scripts/find-browser.ts';
import { expectNothingClipped } from '../support/e2e/accessible.ts';
import { expectBalance, signIn } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

// Like the browser's own setting, which media queries follow too.
test.use({
  launchOptions: {
    executablePath: findTestBrowser(),
    args: [...browserFlags, '--blink-settings=defaultFontSize=24'],
  },
});

test('nothing overflows a small window with a font size of 150 %', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page);
  const paths = ['home', 'challenges', 'events', 'leaderboard', 'past-challenges', 'profile', 'transactions'];
  for (const path of [...paths, 'products', 'cart', 'trade-coins']) {
    await page.goto(`/${path}`);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expectBalance(page, 500);
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await expectNothingClipped(page);
  }
});
