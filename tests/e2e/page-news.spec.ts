// SPDX-License-Identifier: Apache-2.0

import type { Page } from '@playwright/test';
import { openDashboard } from '../support/e2e/admin.ts';
import { signIn } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

/** The text that a screen reader announces. */
const expectSaid = (page: Page, title: string) =>
  expect(page.getByRole('status').filter({ hasText: `${title} · FinalRing` })).toBeAttached();

test('a page opened by a link is announced to screen readers, and focus starts at its top', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, { to: '/products' });
  const card = page.getByRole('main').getByRole('listitem').getByRole('heading').getByRole('link').first();
  const title = (await card.textContent()) ?? '';
  await card.press('Enter');
  await expectSaid(page, title);
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'All gift cards' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expectSaid(page, 'Shop');
  // An element that remains keeps the focus.
  const cart = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Cart' });
  await cart.press('Enter');
  await expectSaid(page, 'Cart');
  await expect(cart).toBeFocused();
});

test('pages are announced to visitors too', { tag: '@long' }, async ({ page }) => {
  await page.goto('/');
  // A press before this loads the page anew, and the browser reports that.
  await expect.poll(() => page.evaluate('!window.firstLoad'), 'the app runs').toBe(true);
  await page.getByRole('banner').getByRole('link', { name: 'Blogs' }).press('Enter');
  await expectSaid(page, 'Blogs');
  await expect(page.getByRole('main')).toBeFocused();
});

test('each dashboard tab has its own title', { tag: '@long' }, async ({ page }) => {
  await openDashboard(page, 'coins');
  await expect(page).toHaveTitle('Coins – Admin Dashboard · FinalRing');
  await page
    .getByRole('navigation', { name: 'Dashboard' })
    .getByRole('link', { name: 'Roles' })
    .press('Enter');
  await expect(page).toHaveTitle('Roles – Admin Dashboard · FinalRing');
  await expectSaid(page, 'Roles – Admin Dashboard');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Shop' }).press('Enter');
  await expect(page).toHaveTitle('Shop · FinalRing');
});
