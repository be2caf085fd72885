// SPDX-License-Identifier: Apache-2.0

import type { Page } from '@playwright/test';
import { accountsApi } from '../../contract/accounts.ts';
import { oldestEngine } from '../support/e2e/oldest-engine.ts';
import { ask, signIn, submitEntry, uniqueName } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

/** Counts how often the page is loaded from now on. */
function countLoads(page: Page): { count: number } {
  const loads = { count: 0 };
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads.count += 1;
  });
  return loads;
}

const failure = (page: Page) => page.getByText('The page didn’t load.');

/** Effects of extensions and in-app browsers: an unhandled rejection, a blocked script, a click on nothing. */
const foreignFailures = `
Promise.reject(new Error('an extension failed'));
addEventListener('DOMContentLoaded', () => {
  Promise.reject(new Error('an extension failed again'));
  document.dispatchEvent(new MouseEvent('click'));
  document.head.append(Object.assign(document.createElement('script'), { src: '/blocked-by-an-extension.js' }));
});
`;

for (const path of ['/home', '/transactions', '/blogs']) {
  test(`an error of a browser extension does not affect ${path}`, { tag: '@long' }, async ({
    page,
    problems,
  }) => {
    problems.expect(
      /an extension failed|Failed to load resource|Refused to execute script|Content Security Policy/,
    );
    await signIn(page, { to: '/robots.txt' });
    const loads = countLoads(page);
    await page.addInitScript(foreignFailures);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByLabel(/^Balance: 500 /)).toBeVisible();
    await expect(failure(page)).toBeHidden();
    expect(loads.count).toBe(1);
  });
}

test('scripts that never load lead to one reload, then a message, and the page once they arrive', {
  tag: '@long',
}, async ({ page, problems }) => {
  problems.expect(/net::ERR_/);
  await signIn(page, { to: '/robots.txt' });
  await page.clock.install();
  const loads = countLoads(page);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/assets\/entry\.client-[^/]*\.js$/, async (route) => {
    await released;
    await route.continue().catch(() => {});
  });
  await page.goto('/transactions', { waitUntil: 'commit' });
  await expect(
    page.getByRole('status', { name: 'Loading' }).or(page.getByText('Loading')).first(),
  ).toBeAttached();
  await page.clock.fastForward(121_000);
  await expect.poll(() => loads.count).toBe(2);
  await expect(page.getByText('Loading').first()).toBeAttached();
  await page.clock.fastForward(121_000);
  await expect(failure(page)).toBeVisible();
  expect(loads.count).toBe(2);
  release();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(failure(page)).toBeHidden();
});

const screens = [
  '/home',
  '/events',
  '/past-challenges',
  '/profile',
  '/transactions',
  '/products',
  '/cart',
  '/trade-coins',
  '/blogs',
  '/dashboard',
  '/dashboard/overview',
  '/dashboard/users',
  '/dashboard/events',
];

test('every screen works in the oldest supported engines', { tag: '@long' }, async ({ page }) => {
  await signIn(page, { email: 'admin@finalring.test', to: '/robots.txt' });
  await page.addInitScript(oldestEngine());
  for (const path of screens) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(page.getByText('Something went wrong')).toBeHidden();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  }
});

test('a challenge can be entered in the oldest supported engines', { tag: '@long' }, async ({ page }) => {
  await page.addInitScript(oldestEngine());
  await signIn(page);
  await submitEntry(page, { challenge: /Survive the ring/, epicId: uniqueName() });
  await expect(page.getByRole('dialog', { name: 'Challenge Status' })).toBeVisible();
  expect((await ask(page, accountsApi.getProfile)).gamerCoins).toBe(400);
});
