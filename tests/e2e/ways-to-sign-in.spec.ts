// SPDX-License-Identifier: Apache-2.0

import { expectSound } from '../support/e2e/accessible.ts';
import { passProvider, signIn, stored } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

test('a second sign-in method joins the account after a confirmation, and can be removed', {
  tag: '@long',
}, async ({ page }) => {
  const who = await signIn(page, { to: '/robots.txt' });
  const first = await stored(page, 'authToken');
  await page.evaluate(() => localStorage.clear());
  await page.goto('/');
  await page.getByRole('link', { name: 'Continue With Discord' }).click();
  await passProvider(page, who);
  await expect(page.getByRole('heading', { name: 'You already have an account' })).toBeVisible();
  await expectSound(page);
  await page.getByRole('link', { name: 'Continue With Gmail' }).click();
  await passProvider(page, who);
  await page.waitForURL('**/home');
  expect(await stored(page, 'authToken')).not.toBe(first);

  await page.goto('/profile#ways-to-sign-in');
  await expect(page.getByRole('button', { name: 'Remove Google' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove Discord' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('Discord was removed')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove Google' })).toBeHidden();
});

test('a separate account is started on request', { tag: '@long' }, async ({ page }) => {
  const who = await signIn(page, { to: '/robots.txt' });
  await page.evaluate(() => localStorage.clear());
  await page.goto('/');
  await page.getByRole('link', { name: 'Continue With Discord' }).click();
  await passProvider(page, who);
  await page.getByRole('button', { name: 'Start a separate account' }).click();
  await page.waitForURL('**/home');
  await page.goto('/profile?tab=settings');
  await expect(page.getByText('Discord', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove Discord' })).toBeHidden();
});

test('logging out leads to the first page, also from a public page', { tag: '@long' }, async ({ page }) => {
  for (const path of ['/about-us', '/terms']) {
    await signIn(page, { to: path });
    await page.getByRole('button', { name: 'Open profile menu' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL(({ pathname }) => pathname === '/');
    expect(await stored(page, 'authToken')).toBeNull();
  }
});

test('an in-app browser explains where Google sign-in works', { tag: '@long' }, async ({ browser, app }) => {
  const userAgent =
    'Mozilla/5.0 (Linux; Android 14; SM-S918B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/125.0.0.0 Mobile Safari/537.36 Instagram 334.0.0.42.95 Android';
  const context = await browser.newContext({ baseURL: app.url, userAgent });
  const page = await context.newPage();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/referrals/ABC234');
  await expect(page.getByText('Google doesn’t allow sign-in inside this app.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Link to this page' })).toHaveValue(
    `${app.url}/referrals/ABC234`,
  );
  await expect(page.getByRole('link', { name: 'Open in my browser' })).toHaveAttribute(
    'href',
    /^intent:\/\//,
  );
  const names = await page.getByRole('link', { name: /^Continue with/i }).allInnerTexts();
  expect(names).toEqual(['Continue with Discord', 'Continue with Google']);
  await expectSound(page);
  await context.close();
});
