// SPDX-License-Identifier: Apache-2.0

import { expectAccessible, expectNoOverflow } from '../support/e2e/accessible.ts';
import { openDashboard } from '../support/e2e/admin.ts';
import { uniqueName } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

test('an administrator saves a view, opens it from list and palette, edits, shares and deletes it', {
  tag: '@long',
}, async ({ page }) => {
  await openDashboard(page, 'users');
  const [first, second] = [uniqueName('Banned'), uniqueName('Locked')];
  await page.getByLabel('Suspended').selectOption('Suspended');
  await expect(page).toHaveURL(/suspended=true/);

  const open = page.getByRole('button', { name: 'Views' });
  await open.click();
  const views = page.getByRole('dialog', { name: 'Views of Users' });
  await views.getByRole('button', { name: 'Save current view' }).click();
  const form = page.getByRole('dialog', { name: 'Save view' });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('A name is required.')).toBeVisible();
  await form.getByLabel('Name').fill(first);
  await page.keyboard.press('Enter');
  const row = views.getByRole('listitem').filter({ hasText: first });
  await expect(row).toContainText('Shown now');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await row.getByRole('button', { name: `Edit ${first}` }).click();
  const change = page.getByRole('dialog', { name: 'Change view' });
  await change.getByLabel('Name').fill(second);
  await change.getByRole('checkbox', { name: /^Share with/ }).click();
  await change.getByRole('button', { name: 'Save' }).click();
  const renamed = views.getByRole('listitem').filter({ hasText: second });
  await expect(renamed).toContainText('Shared');
  await page.keyboard.press('Escape');
  await expect(open).toBeFocused();

  await openDashboard(page, 'users');
  await open.click();
  await renamed.getByRole('link').click();
  await expect(page).toHaveURL(/\/dashboard\/users\?suspended=true$/);
  await expect(views).toBeHidden();
  await expect(page.getByLabel('Suspended')).toHaveValue('true');

  await page.getByRole('link', { name: 'Coins', exact: true }).click();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Go to' });
  await palette.getByRole('combobox').fill(second.toUpperCase());
  await expect(palette.getByRole('group', { name: 'Views' }).getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard\/users\?suspended=true$/);

  await open.click();
  await renamed.getByRole('button', { name: `Delete ${second}` }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(renamed).toHaveCount(0);
});
