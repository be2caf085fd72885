// SPDX-License-Identifier: Apache-2.0

import type { Page } from '@playwright/test';
import { lastKnownCache } from '../../contract/offline.ts';
import { expectSound } from '../support/e2e/accessible.ts';
import { expectBalance, signIn } from '../support/e2e/play.ts';
import { addToCart, putOnSale } from '../support/e2e/shop.ts';
import { expect, test } from '../support/e2e/test.ts';

test.use({ serviceWorkers: 'allow' });

const gone = /ERR_(INTERNET_DISCONNECTED|FAILED)|Failed to (fetch|load)/;

/** Waits until the worker has cached everything and serves the page. */
async function installed(page: Page): Promise<void> {
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  await page.reload();
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true);
}

const getKept = (page: Page) =>
  page.evaluate<string[]>(
    `caches.open('${lastKnownCache}').then((cache) => cache.keys()).then((keys) => keys.map(({ url }) => new URL(url).pathname.replace('/api/v1/', '')).sort())`,
  );

test('the app opens offline, shows how old its data is, and buys nothing', { tag: '@long' }, async ({
  page,
  context,
  app,
  problems,
}) => {
  problems.expect(gone);
  const card = await putOnSale(app, { gcCoin: 150 });
  await signIn(page);
  await installed(page);
  await expectBalance(page, 500);
  await page.goto('/products');
  await expect(page.getByRole('heading', { name: card.title })).toBeVisible();
  await expect
    .poll(() => getKept(page))
    .toEqual(expect.arrayContaining(['auth/get-profile', 'config', 'gift-card/get']));

  await context.setOffline(true);
  // Playwright cuts the network without notifying pages that a worker serves.
  const bar = page
    .getByRole('status')
    .filter({ hasText: /(You’re offline|reach the server).* You see data from \d\d:\d\d/ });
  await page.goto('/home');
  await expectBalance(page, 500);
  await expect(bar).toBeVisible();
  await page.goto('/products');
  await addToCart(page, card);
  await page.goto('/cart');
  await page.getByRole('button', { name: 'Purchase' }).click();
  await expect(page.getByText('You’re offline. Nothing was sent.').first()).toBeVisible();

  // Ignores the check whether the server answers, which no player triggers.
  const settings = page.waitForRequest(
    (request) => request.url().endsWith('/api/v1/config') && 'authorization' in request.headers(),
  );
  await context.setOffline(false);
  await expect(bar).toHaveCount(0);
  await settings;
  // No call was waiting for the network.
  await page.goto('/transactions');
  await expectBalance(page, 500);
});

test('cached data is removed with the session, and hidden from another player', {
  tag: '@long',
}, async ({ page, context, problems }) => {
  problems.expect(gone);
  const { name } = await signIn(page);
  await installed(page);
  await expectBalance(page, 500);
  await expect.poll(() => getKept(page)).toContain('auth/get-profile');
  await page.getByRole('button', { name: /^Open profile menu/ }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect.poll(() => getKept(page)).toEqual([]);

  // The next player on this browser finds only the empty shell.
  await page.evaluate("localStorage.setItem('authToken', 'x'.repeat(43))");
  await context.setOffline(true);
  await page.goto('/profile');
  await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible();
  await expect(page.getByText(name)).toHaveCount(0);
});

test('an unvisited address shows an offline page, and opens once online', { tag: '@long' }, async ({
  page,
  context,
  problems,
}) => {
  problems.expect(gone);
  await signIn(page);
  await installed(page);
  await expectBalance(page, 500);
  await context.setOffline(true);
  for (const path of ['/notifications', '/dashboard', '/blogs']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'This page needs a connection' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  }
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectSound(page);
  }
  await page.getByRole('link', { name: 'Transactions' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible();
  await page.goto('/blogs');
  await expect(page.getByRole('heading', { name: 'This page needs a connection' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('This page needs a connection');
  await expectBalance(page, 500);
});
