// SPDX-License-Identifier: Apache-2.0

import { openDashboard } from '../support/e2e/admin.ts';
import { uniqueName } from '../support/e2e/play.ts';
import { putOnSale } from '../support/e2e/shop.ts';
import { expect, test } from '../support/e2e/test.ts';

test('a form starts in its first field, and Ctrl+Enter presses the main action of the topmost dialog', {
  tag: '@long',
}, async ({ page }) => {
  const title = uniqueName('GC_');
  await openDashboard(page, 'coins');
  const form = page.getByRole('dialog', { name: 'Create Coin' });
  await page.getByRole('button', { name: 'ADD COIN' }).click();
  await expect(form.getByLabel('Title')).toBeFocused();
  await page.keyboard.type(title);
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await expect(question.getByRole('button', { name: 'Dismiss' })).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: title })).toHaveCount(0);

  await page.getByRole('button', { name: 'ADD COIN' }).click();
  await page.keyboard.type(title);
  await form.getByLabel('Coins', { exact: true }).fill('10');
  await form.getByLabel('Original Price').fill('1');
  await page.keyboard.press('Meta+Enter');
  await expect(page.getByRole('row').filter({ hasText: title })).toBeVisible();
});

test('a held Enter sends nothing, and a deletion needs the deliberate keys', { tag: '@long' }, async ({
  page,
  app,
}) => {
  const { title } = await putOnSale(app);
  await openDashboard(page, `?search=${encodeURIComponent(title)}`);
  const form = page.getByRole('dialog', { name: 'Edit Gift Card' });
  await page.getByRole('button', { name: `Edit ${title}` }).focus();
  await page.keyboard.down('Enter');
  await expect(form.getByLabel('Title')).toBeFocused();
  // Held for longer, it would send the form.
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);
  await expect(page.getByText('Updated successfully')).toHaveCount(0);

  await page.getByRole('button', { name: `Delete ${title}` }).focus();
  await page.keyboard.down('Enter');
  const question = page.getByRole('dialog', { name: 'Delete this gift card?' });
  await expect(question.getByRole('button', { name: 'Dismiss' })).toBeFocused();
  await page.keyboard.down('Control');
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await page.keyboard.up('Control');
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(page.getByRole('button', { name: `Delete ${title}` })).toBeFocused();
  await expect(page.getByText('Deleted successfully')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(question.getByRole('button', { name: 'Dismiss' })).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Deleted successfully')).toBeVisible();
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('a form calls up no keyboard', { tag: '@long' }, async ({ page }) => {
    await openDashboard(page, 'coins');
    await page.getByRole('button', { name: 'ADD COIN' }).tap();
    const form = page.getByRole('dialog', { name: 'Create Coin' });
    await expect(form.getByRole('button', { name: 'Dismiss' })).toBeFocused();
  });
});
