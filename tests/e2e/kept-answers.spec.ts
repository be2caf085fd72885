// SPDX-License-Identifier: Apache-2.0

import type { Page } from '@playwright/test';
import { enterChallenge, expectBalance, signIn, stored, uniqueName } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

/** Counts the calls of the page from now on. */
function countCalls(page: Page): (path: string) => number {
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
  return (path) => asked.filter((one) => one === `/api/v1/${path}`).length;
}

test('a result one player waits for is not announced to the next player in this browser', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page);
  await enterChallenge(page, { challenge: /Survive the ring/, epicId: uniqueName() });
  await expect.poll(() => stored(page, 'latestAttemptId')).not.toBeNull();
  await signIn(page);
  await expectBalance(page, 500);
  await expect.poll(() => stored(page, 'latestAttemptId')).toBeNull();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('cache and live stream survive moving between layouts', { tag: '@long' }, async ({ page }) => {
  const count = countCalls(page);
  await signIn(page, { to: '/trade-coins' });
  await expectBalance(page, 500);
  await expect.poll(() => count('live')).toBe(1);
  // From now on, the header shows only what it has cached.
  await page.route('**/api/v1/auth/get-profile', () => {});
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
  await page.waitForURL('**/terms');
  await expectBalance(page, 500);
  await page.goBack();
  await page.waitForURL('**/trade-coins');
  await expectBalance(page, 500);
  expect(count('live')).toBe(1);
});

test('a toast stays while its reader moves to another layout', { tag: '@long' }, async ({ page }) => {
  await signIn(page, { to: '/profile?tab=messages' });
  await expectBalance(page, 500);
  await page.getByRole('button', { name: 'Turn off everywhere' }).click();
  const toast = page.getByText('Device notifications and the daily mail are off');
  await expect(toast).toBeVisible();
  await toast.hover();
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('footer a[href="/terms"]')?.click());
  await page.waitForURL('**/terms');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(toast).toBeVisible();
});

test('a status report that cannot be refreshed stays, with a note', { tag: '@long' }, async ({
  page,
  problems,
}) => {
  problems.expect(/net::ERR_FAILED/);
  await page.clock.install();
  await page.goto('/status');
  const parts = page.getByRole('list', { name: 'Parts' });
  await expect(parts).toBeVisible();
  await page.route('**/api/v1/status', (route) => route.abort());
  await page.clock.fastForward(61_000);
  await page.clock.fastForward(1_000);
  await expect(page.getByRole('alert')).toContainText('The server doesn’t answer');
  await expect(parts).toBeVisible();
});

test('a switch shows its state in words, also while it is being saved', { tag: '@long' }, async ({
  page,
}) => {
  await signIn(page, { to: '/profile?tab=messages' });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/v1/notifications/settings', async (route) => {
    if (route.request().method() !== 'GET') await released;
    await route.continue();
  });
  const control = page.getByRole('switch', { name: 'Results: Devices' });
  const isOn = await control.isChecked();
  await control.click();
  await expect(control).toBeChecked({ checked: !isOn });
  await expect(control.locator('..')).toHaveText(isOn ? 'Off' : 'On');
  release();
  await expect(control).not.toHaveAttribute('aria-busy', 'true');
  await expect(control).toBeChecked({ checked: !isOn });
});
