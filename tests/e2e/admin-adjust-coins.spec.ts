// SPDX-License-Identifier: Apache-2.0

import { expectSound } from '../support/e2e/accessible.ts';
import { openDashboard } from '../support/e2e/admin.ts';
import { signIn } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

test('an administrator adjusts the coins of others only, and only by an amount', { tag: '@long' }, async ({
  page,
}) => {
  const { name, email } = await signIn(page);
  await openDashboard(page, `users?search=${email}`);
  await page.getByRole('link', { name: `Open ${name}` }).click();
  await page.getByRole('button', { name: 'Adjust coins' }).click();
  const form = page.getByRole('dialog', { name: `Adjust coins of ${name}` });
  await expect(form.getByLabel('Gamer Coins')).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(form.getByText('Enter a change such as +250')).toBeVisible();
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectSound(page);
  }
  await page.keyboard.press('Escape');

  await openDashboard(page, 'users?search=admin@finalring.test');
  await page.getByRole('link', { name: /^Open / }).click();
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Adjust coins' })).toHaveCount(0);
});
