// SPDX-License-Identifier: Apache-2.0

import type { Page } from '@playwright/test';
import { holdBack } from '../support/e2e/arrival.ts';
import { signIn } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

const research = (page: Page) => page.getByRole('button', { name: 'Research', exact: true });
const articles = (page: Page) => page.getByRole('group', { name: 'Articles' }).getByRole('heading');

/** Opens the home page, and delays the code of its lower half until the returned function is called. */
async function openWithout(page: Page): Promise<() => void> {
  await signIn(page, { to: '/robots.txt' });
  const code = await holdBack(page, /\/assets\/lower-half-[\w-]{8}\.js$/);
  const release = code.hold();
  await page.goto('/home', { waitUntil: 'commit' });
  await expect
    .poll(() => page.evaluate("'__reactRouterDataRouter' in window && !window.firstLoad"), 'the app runs')
    .toBe(true);
  return release;
}

for (const { how, options, press } of [
  { how: 'click', options: {}, press: (page: Page) => research(page).click() },
  { how: 'key', options: { tag: '@long' }, press: (page: Page) => research(page).press('Enter') },
]) {
  test(
    `a ${how} in the lower half before its code loads takes effect afterwards`,
    options,
    async ({ page }) => {
      const release = await openWithout(page);
      await page.evaluate(`
      globalThis.presses = 0;
      addEventListener('click', () => { presses += 1; }, true);`);
      await press(page);
      release();
      await expect(articles(page)).toHaveText(['Why Competitive Gaming Builds Real Skills']);
      expect(await page.evaluate('presses'), 'the press, and its repetition').toBe(2);
    },
  );
}

test('a press in the lower half is dropped when the player leaves the page', { tag: '@long' }, async ({
  page,
}) => {
  const release = await openWithout(page);
  await research(page).click();
  await page.getByRole('banner').getByRole('link', { name: 'Shop', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Product List' })).toBeVisible();
  expect(await page.evaluate('window.earlyPress ?? null'), 'the page keeps no button').toBeNull();
  release();
  await page.goBack();
  await expect(research(page)).toBeVisible();
  await expect(page.locator('[data-asleep]')).toHaveCount(0);
  const filters = page.getByRole('group', { name: 'Category' });
  await expect(filters.getByRole('button', { pressed: true })).toHaveText('All');
  await filters.getByRole('button', { name: 'Gaming', exact: true }).click();
  await expect(filters.getByRole('button', { pressed: true })).toHaveText('Gaming');
});

test('links in the lower half work before its code loads', { tag: '@long' }, async ({ page }) => {
  await openWithout(page);
  await page.getByRole('link', { name: 'Visit the Shop' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Product List' })).toBeVisible();
});

test('links to sections of the lower half work before its code loads', { tag: '@long' }, async ({ page }) => {
  const release = await openWithout(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About Us' }).click();
  const heading = page.getByRole('heading', { name: 'About Us', exact: true });
  await expect(heading).toBeInViewport();
  release();
  await expect(research(page)).toBeVisible();
  await expect(heading).toBeInViewport();
});
