// SPDX-License-Identifier: Apache-2.0

import type { Page } from '@playwright/test';
import { openDashboard } from '../support/e2e/admin.ts';
import { expectBalance, signIn } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

/** Messages of browsers and React about a missing part. */
const gone = /ERR_FAILED|404|dynamically imported module|preload|Error loading route|was answered with/;

/** Counts how often the page is loaded from now on. */
function countLoads(page: Page): { count: number } {
  const loads = { count: 0 };
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads.count += 1;
  });
  return loads;
}

test('an optional part that fails to load is left out without a reload', { tag: '@long' }, async ({
  page,
  problems,
}) => {
  problems.expect(gone);
  await page.route(/\/assets\/push-renewal-[^/]*\.js$/, (route) => route.fulfill({ status: 404, body: '' }));
  await signIn(page, { to: '/robots.txt' });
  const loads = countLoads(page);
  for (const path of ['/home', '/profile']) {
    const failed = page.waitForResponse(/\/assets\/push-renewal-/);
    await page.goto(path);
    await failed;
    await expectBalance(page, 500);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    // The page contains a hidden text in case its scripts don't load.
    const failure = page.getByText(/Something went wrong|couldn’t (be|load)|didn’t load/);
    await expect(failure.filter({ visible: true })).toHaveCount(0);
  }
  expect(loads.count).toBe(2);
});

test('a missing section says so in place, and loads on request', { tag: '@long' }, async ({
  page,
  problems,
}) => {
  problems.expect(gone);
  const section = /\/assets\/friends-section-[^/]*\.js$/;
  await signIn(page, { to: '/profile' });
  await expectBalance(page, 500);
  await page.route(section, (route) => route.fulfill({ status: 404, body: '' }));
  const loads = countLoads(page);
  await page.getByRole('tab', { name: 'Friends' }).click();
  await expect(page.getByText('This part couldn’t be loaded.')).toBeVisible();
  await expectBalance(page, 500);
  expect(loads.count).toBe(0);
  // The other sections still work.
  await page.getByRole('tab', { name: 'Me' }).click();
  await expect(page.getByText('You have not purchased any gift card yet.')).toBeVisible();
  await page.getByRole('tab', { name: 'Friends' }).click();
  await page.unroute(section);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(
    page.getByRole('tabpanel').getByRole('heading', { name: 'Friends', exact: true }),
  ).toBeVisible();
});

test('a lower half that fails to load leaves its links, and loads on request', { tag: '@long' }, async ({
  page,
  problems,
}) => {
  problems.expect(gone);
  // React reports that it renders the part again.
  problems.expect(/error #422/);
  const part = /\/assets\/lower-half-[^/]*\.js$/;
  await signIn(page, { to: '/robots.txt' });
  await page.route(part, (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto('/home');
  await expect(page.getByText('This part couldn’t be loaded.')).toBeVisible();
  await expectBalance(page, 500);
  const carousel = page.getByRole('group', { name: 'Articles' });
  const research = page.getByRole('button', { name: 'Research', exact: true });
  await expect(page.getByRole('link', { name: 'Visit the Shop' })).toBeVisible();
  await expect(carousel.getByRole('link', { name: /^Read More/ })).toHaveCount(6);
  await expect(research).toHaveCount(0);
  await page.unroute(part);
  await page.getByRole('button', { name: 'Try again' }).click();
  await research.click();
  await expect(carousel.getByRole('heading')).toHaveText(['Why Competitive Gaming Builds Real Skills']);
  await expect(page.getByText('This part couldn’t be loaded.')).toHaveCount(0);
});

test('a missing dashboard tab leaves the others usable', { tag: '@long' }, async ({ page, problems }) => {
  problems.expect(gone);
  await openDashboard(page, 'coins');
  // A reload was just tried.
  await page.evaluate(() => sessionStorage.setItem('reloadedForMissingParts', String(Date.now())));
  await page.route(/\/assets\/users-[^/]*\.js$/, (route) => route.fulfill({ status: 404, body: '' }));
  const tabs = page.getByRole('navigation', { name: 'Dashboard' });
  await tabs.getByRole('link', { name: 'Users' }).click();
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open profile menu' })).toBeVisible();
  await tabs.getByRole('link', { name: 'Coins' }).click();
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Edit/ }).first()).toBeVisible();
});

test('a missing dialog says so, and the page behind it stays', { tag: '@long' }, async ({
  page,
  problems,
}) => {
  problems.expect(gone);
  await openDashboard(page, 'coins');
  await page.route(/\/assets\/views-dialog-[^/]*\.js$/, (route) => route.fulfill({ status: 404, body: '' }));
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'This couldn’t be opened' });
  await expect(dialog.getByRole('button', { name: 'Try again' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Edit/ }).first()).toBeVisible();
});
