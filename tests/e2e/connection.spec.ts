// SPDX-License-Identifier: Apache-2.0

import type { Locator, Page } from '@playwright/test';
import { failUntilPressed } from '../support/e2e/fail-until-pressed.ts';
import { expectBalance, signIn } from '../support/e2e/play.ts';
import { addToCart, putAllOnSale, putOnSale } from '../support/e2e/shop.ts';
import { expect, test } from '../support/e2e/test.ts';

const gone =
  /ERR_(INTERNET_DISCONNECTED|FAILED|CONNECTION_REFUSED|NETWORK_CHANGED)|Failed to (fetch|load)|Error loading route|didn’t load/;

test('a page shows that it is offline until it is online again', { tag: '@long' }, async ({
  page,
  context,
  problems,
}) => {
  problems.expect(gone);
  await signIn(page);
  await expectBalance(page, 500);
  const bar = page.getByRole('status').filter({ hasText: 'You’re offline' });
  await expect(bar).toHaveCount(0);
  await context.setOffline(true);
  await expect(bar).toBeVisible();
  await expect(bar).toContainText('Everything you own is safe');
  await page.setViewportSize({ width: 390, height: 844 });
  const shortcuts = await page.getByRole('navigation', { name: 'Shortcuts' }).boundingBox();
  const notice = await bar.boundingBox();
  expect(
    (notice?.y ?? 0) + (notice?.height ?? 0),
    'the notice stands above the shortcuts',
  ).toBeLessThanOrEqual((shortcuts?.y ?? 0) + 0.5);
  await context.setOffline(false);
  await expect(bar).toHaveCount(0);
});

test('the offline notice covers no button of the cart', { tag: '@long' }, async ({
  page,
  context,
  app,
  problems,
}) => {
  problems.expect(gone);
  const card = await putOnSale(app, { gcCoin: 150 });
  await signIn(page, { to: '/robots.txt' });
  await addToCart(page, card);
  await page.goto('/cart');
  await expectBalance(page, 500);
  await context.setOffline(true);
  const bar = page.getByRole('status').filter({ hasText: 'You’re offline' });
  const purchase = page.getByRole('button', { name: 'Purchase Now' });
  for (const width of [390, 768]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(bar).toBeInViewport();
    const getRoom = async () => {
      const [button, notice] = [await purchase.boundingBox(), await bar.boundingBox()];
      return button && notice ? notice.y - (button.y + button.height) : Number.NaN;
    };
    await expect.poll(getRoom, `${width} wide`).toBeGreaterThanOrEqual(0);
  }
  await context.setOffline(false);
  await expect(bar).toHaveCount(0);
});

test('a page shows that the server is unreachable until it answers again', { tag: '@long' }, async ({
  page,
  problems,
}) => {
  problems.expect(gone);
  await signIn(page);
  await expectBalance(page, 500);
  const server = await failUntilPressed(page, '**/api/v1/**');
  await page.getByRole('link', { name: 'Balance: 500 Gamer Coins' }).click();
  const bar = page.getByRole('status').filter({ hasText: 'We can’t reach the server' });
  await expect(bar).toBeVisible();
  const again = page.getByRole('button', { name: 'Try again' }).first();
  await expect(again).toBeVisible();
  await server.press(again);
  await expect(bar).toHaveCount(0);
});

for (const { quietMs, times, why } of [
  { quietMs: 3_600_000, times: 1, why: 'once when nothing happened meanwhile' },
  { quietMs: 0, times: 2, why: 'twice when something happened' },
]) {
  test(`a page reloads its data ${why}`, { tag: '@long' }, async ({ page, app }) => {
    await putAllOnSale(app, [{ gcCoin: 150 }]);
    await signIn(page);
    await expectBalance(page, 500);
    let streams = 0;
    await page.route('**/api/v1/live', (route) => {
      streams += 1;
      // The second attempt gets no answer.
      if (streams > 1) return;
      return route.fulfill({
        contentType: 'text/event-stream',
        body: `id: 1\nevent: ready\ndata: {"quietMs":${quietMs}}\n\n`,
      });
    });
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
    await page.goto('/products');
    // The page finishes what the first stream started before it opens the second.
    await expect.poll(() => streams).toBe(2);
    for (const path of ['auth/get-profile', 'gift-card/get', 'notifications']) {
      const count = () => asked.filter((one) => one === `/api/v1/${path}`).length;
      await expect.poll(count, path).toBe(times);
    }
    await expectBalance(page, 500);
  });
}

/** Counts how often the page is loaded from now on. */
function countLoads(page: Page): { count: number } {
  const loads = { count: 0 };
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads.count += 1;
  });
  return loads;
}

/** Opens the menu while its code can still load, because the test is about the page that it leads to. */
async function openMenu(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Open profile menu/ }).click();
  const link = page.getByRole('link', { name: 'My Profile' });
  await expect(link).toBeVisible();
  return link;
}

// Excludes the menu, whose file has a similar name.
const profilePart = /\/assets\/profile-[\w-]{8}\.js$/;

test('a missing script leads to one reload, and the page then works', { tag: '@long' }, async ({
  page,
  problems,
}) => {
  problems.expect(gone);
  problems.expect(/404/);
  await signIn(page);
  await expectBalance(page, 500);
  const loads = countLoads(page);
  await page.route(profilePart, (route) =>
    loads.count === 0 ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  );
  await page.getByRole('button', { name: /^Open profile menu/ }).click();
  await page.getByRole('link', { name: 'My Profile' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForURL('**/profile');
  await expectBalance(page, 500);
  expect(loads.count).toBe(1);
});

test('a page opened while the server is away appears once it is back, without a reload', {
  tag: '@long',
}, async ({ page, context, problems }) => {
  problems.expect(gone);
  await signIn(page);
  await expectBalance(page, 500);
  const loads = countLoads(page);
  // Earlier tests may have cached the parts.
  await (await context.newCDPSession(page)).send('Network.clearBrowserCache');
  const toProfile = await openMenu(page);
  await context.setOffline(true);
  await toProfile.click();
  const bar = page.getByRole('status').filter({ hasText: 'The page opens when' });
  await expect(bar).toContainText('You’re offline');
  await expect(page.getByLabel(/^Balance: 500 /)).toBeVisible();
  // A second press replaces the first.
  await page.getByRole('link', { name: 'Events', exact: true }).first().click();
  await expect(bar).toBeVisible();
  await context.setOffline(false);
  await page.waitForURL('**/events');
  await expect(page.getByRole('heading', { level: 1, name: /Events/ })).toBeVisible();
  await expect(bar).toHaveCount(0);
  expect(loads.count).toBe(0);
});

test('an address opened while the server is down waits for it', { tag: '@long' }, async ({
  page,
  problems,
}) => {
  problems.expect(gone);
  problems.expect(/status of 50[23]/);
  await signIn(page);
  await expectBalance(page, 500);
  const loads = countLoads(page);
  const toProfile = await openMenu(page);
  // The answer of a proxy while the server behind it starts.
  await page.route(/\/(api|assets)\//, (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
  await toProfile.click();
  await expect(page.getByRole('status').filter({ hasText: 'We can’t reach the server' })).toContainText(
    'The page opens when',
  );
  await page.unroute(/\/(api|assets)\//);
  await page.waitForURL('**/profile');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(loads.count).toBe(0);
});

test('a permanently missing script ends in an error message, not in endless reloads', {
  tag: '@long',
}, async ({ page, problems }) => {
  problems.expect(gone);
  problems.expect(/404|dynamically imported module/);
  await signIn(page);
  await expectBalance(page, 500);
  await page.route(profilePart, (route) => route.fulfill({ status: 404, body: '' }));
  const loads = countLoads(page);
  await page.getByRole('button', { name: /^Open profile menu/ }).click();
  await page.getByRole('link', { name: 'My Profile' }).click();
  await expect(page.getByText('The page didn’t load.')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Shop' })).toBeVisible();
  expect(loads.count).toBe(1);
});

test('a script that does not load within two minutes leads to one reload', { tag: '@long' }, async ({
  page,
  problems,
}) => {
  problems.expect(gone);
  // The reload also ends the loading of parts that came after the first view: React reports those once more.
  problems.expect(/React error #520/);
  await page.clock.install();
  await signIn(page);
  await expectBalance(page, 500);
  await page.route(profilePart, () => {}, { times: 1 });
  const loads = countLoads(page);
  const asked = page.waitForRequest(profilePart);
  await page.getByRole('button', { name: /^Open profile menu/ }).click();
  await page.getByRole('link', { name: 'My Profile' }).click();
  await asked;
  await page.clock.fastForward(119_000);
  expect(loads.count).toBe(0);
  await page.clock.fastForward(2_000);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForURL('**/profile');
  expect(loads.count).toBe(1);
});

test('a page whose own scripts are permanently missing says so', { tag: '@long' }, async ({
  page,
  problems,
}) => {
  problems.expect(gone);
  problems.expect(/404/);
  await signIn(page, { to: '/robots.txt' });
  await page.route(/\/assets\/entry\.client-[^/]*\.js$/, (route) => route.fulfill({ status: 404, body: '' }));
  const loads = countLoads(page);
  await page.goto('/transactions');
  await expect(page.getByText('The page didn’t load.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Load again' })).toBeVisible();
  expect(loads.count).toBe(2);
});

test('a button pressed before the scripts load works once they have', { tag: '@long' }, async ({ page }) => {
  await signIn(page, { to: '/robots.txt' });
  await page.setViewportSize({ width: 390, height: 844 });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/home', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Open menu' }).click();
  release();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Shop', exact: true })).toBeVisible();
});
