// SPDX-License-Identifier: Apache-2.0

import { expect, test } from '../support/e2e/test.ts';

/** An A4 sheet within its margins, at 96 pixels per inch. */
const sheet = { width: 688, height: 1017 };

test.describe('on paper', { tag: '@long' }, () => {
  test.use({ who: 'veteran' });

  test('the statement includes its amounts', async ({ page }) => {
    await page.goto('/transactions?tab=history');
    const amount = page.getByRole('row').filter({ hasText: 'Entry fee' }).getByText('-100');
    await expect(amount).toBeVisible();
    await page.setViewportSize(sheet);
    await page.emulateMedia({ media: 'print' });
    const cut = await page.getByRole('table').evaluate((table) => {
      const { right } = (table.parentElement as HTMLElement).getBoundingClientRect();
      const cells = [...table.querySelectorAll('th, td, td *')];
      return cells
        .filter((cell) => cell.getBoundingClientRect().right > right + 1)
        .map((cell) => cell.textContent);
    });
    expect(cut).toEqual([]);
  });

  test('text on a picture is readable', async ({ page }) => {
    await page.goto('/products');
    const badge = page.getByText('NEW', { exact: true }).first();
    await expect(badge).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(badge).toHaveCSS('color', 'rgb(0, 0, 0)');
    await expect(badge).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  });
});
