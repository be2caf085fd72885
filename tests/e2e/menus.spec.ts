// SPDX-License-Identifier: Apache-2.0

import { expectBalance, signIn } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('a menu animates out before it is removed', { tag: '@long' }, async ({ page }) => {
  await signIn(page);
  await expectBalance(page, 500);
  for (const name of ['Open profile menu', /^Notifications/]) {
    const button = page.getByRole('button', { name }).first();
    await button.click();
    const panel = page.getByRole('dialog');
    await expect(panel).toHaveCSS('opacity', '1');
    await page.evaluate(`{
      window.moves = 0;
      document.querySelector('[role=dialog]').addEventListener('transitionrun', () => { window.moves += 1; });
    }`);
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await expect(button).toBeFocused();
    expect(await page.evaluate('window.moves')).toBeGreaterThan(0);
  }
});
