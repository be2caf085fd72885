// SPDX-License-Identifier: Apache-2.0

import type { APIRequestContext, Page } from '@playwright/test';
import { expectBalance, passProvider, signIn, stored } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

const gone = /net::ERR_FAILED|status of 401/;

/** The server's answer to a call with that token. */
async function askWith(request: APIRequestContext, token: string | null): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await request.get('/api/v1/auth/get-profile', { headers })).status();
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open profile menu' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL(({ pathname }) => pathname === '/');
}

test('a logout that cannot reach the server says so, and is sent again later', { tag: '@long' }, async ({
  page,
  request,
  problems,
}) => {
  problems.expect(gone);
  await signIn(page);
  await expectBalance(page, 500);
  const token = await stored(page, 'authToken');
  await page.route('**/api/v1/auth/logout', (route) => route.abort());
  await logOut(page);
  const notice = page.getByRole('status').filter({ hasText: 'couldn’t reach the server yet' });
  await expect(notice).toBeVisible();
  expect(await askWith(request, token)).toBe(200);
  await page.unroute('**/api/v1/auth/logout');
  await expect(notice).toHaveCount(0);
  expect(await askWith(request, token)).toBe(401);
});

test('a logout interrupted by closing the tab is finished by the next page', { tag: '@long' }, async ({
  page,
  request,
  problems,
}) => {
  problems.expect(gone);
  await signIn(page);
  await expectBalance(page, 500);
  const token = await stored(page, 'authToken');
  await page.route('**/api/v1/auth/logout', (route) => route.abort());
  await logOut(page);
  const next = await page.context().newPage();
  await page.close();
  expect(await askWith(request, token)).toBe(200);
  await next.goto('/terms');
  await expect.poll(() => askWith(request, token)).toBe(401);
  await next.close();
});

test('sign-in pages open the home page after a sign-in in another tab', { tag: '@long' }, async ({
  page,
}) => {
  const other = await page.context().newPage();
  for (const path of ['/', '/signup']) {
    await other.goto(path);
    await expect(other.getByText('to Continue')).toBeVisible();
    await signIn(page, { to: '/robots.txt' });
    await other.waitForURL('**/home');
    await expectBalance(other, 500);
    await page.evaluate(() => localStorage.clear());
    await other.waitForURL(({ pathname }) => pathname === '/');
  }
  await other.close();
});

test('a session replaced by a new sign-in ends on the server', { tag: '@long' }, async ({
  page,
  request,
}) => {
  const { email, name } = await signIn(page, { to: '/robots.txt' });
  const first = await stored(page, 'authToken');
  await page.goto('/api/v1/auth/google');
  await passProvider(page, { email, name });
  await page.waitForURL('**/home');
  await expectBalance(page, 500);
  expect(await stored(page, 'authToken')).not.toBe(first);
  await expect.poll(() => askWith(request, first)).toBe(401);
});
