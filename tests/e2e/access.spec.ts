// SPDX-License-Identifier: Apache-2.0

import { expectSound } from '../support/e2e/accessible.ts';
import { enterChallenge, expectBalance, playMatch, signIn, uniqueName } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

test('the challenge dialogs are accessible and fit the screen, from the entry to the receipt', {
  tag: '@long',
}, async ({ page, app }) => {
  await signIn(page);
  await expectBalance(page, 500);
  const epicId = uniqueName();
  await enterChallenge(page, { challenge: /Survive the ring/, epicId });
  await expectSound(page);
  await playMatch(app, epicId, { placement: 1, kills: 9 });
  await expect(page.getByRole('dialog')).toContainText('Congratulations!');
  await expectSound(page);
  await page.keyboard.press('Escape');
  await page.goto('/past-challenges');
  await page.getByRole('button', { name: /^Why\?/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectSound(page);
});

test('the menu on a phone contains every link', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { name, email } = await signIn(page);
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('dialog');
  for (const label of ['Challenges', 'About Us', 'Blogs', 'TRADE COINS', 'Shop', 'Cart']) {
    await expect(menu.getByRole('link', { name: label, exact: true })).toBeVisible();
  }
  await expect(menu).toContainText(name);
  await expect(menu).toContainText(email);
  await expect(menu).toContainText('USER');
  await menu.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL(({ pathname }) => pathname === '/');
});
