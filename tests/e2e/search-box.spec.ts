// SPDX-License-Identifier: Apache-2.0

import { openDashboard } from '../support/e2e/admin.ts';
import { expect, test } from '../support/e2e/test.ts';

test('text typed while a search is in progress is kept and searched for', { tag: '@long' }, async ({
  page,
}) => {
  await openDashboard(page, 'users');
  const box = page.getByLabel('Search users');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  // During the navigation: the address has changed, but the page isn't drawn yet.
  await page.evaluate(() => {
    const input = document.querySelector<HTMLInputElement>('input[type=search]') as HTMLInputElement;
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    for (const name of ['pushState', 'replaceState'] as const) {
      const change = history[name];
      history[name] = function typeOn(...args) {
        change.apply(this, args);
        if (!String(args[2]).endsWith('search=on')) return;
        setValue?.call(input, 'one');
        input.dispatchEvent(new Event('input', { bubbles: true }));
      };
    }
  });
  await box.fill('on');
  await expect(page).toHaveURL(/search=one$/);
  await expect(box).toHaveValue('one');
});
