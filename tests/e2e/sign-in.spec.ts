// SPDX-License-Identifier: Apache-2.0

import { accountsApi } from '../../contract/accounts.ts';
import { expectSound } from '../support/e2e/accessible.ts';
import {
  ask,
  expectBalance,
  passProvider,
  signIn,
  signInByHand,
  stored,
  uniqueName,
} from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

test('the session replaces the token in the address, and logout ends it on the server', async ({
  page,
  request,
}) => {
  const { email } = await signInByHand(page);
  await expect(page).toHaveURL(/\/home$/);
  const token = await stored(page, 'authToken');
  const withToken = { headers: { authorization: `Bearer ${token}` } };
  expect((await ask(page, accountsApi.getProfile)).email).toBe(email);

  const kept = ['cart', 'latestAttemptId', 'lastModalShownForAttempt'];
  for (const key of kept) await page.evaluate((name) => localStorage.setItem(name, 'x'), key);

  await page.getByRole('button', { name: 'Open profile menu' }).click();
  const panel = page.getByRole('dialog');
  await expect(panel.getByRole('link', { name: 'My Profile' })).toBeVisible();
  await expect(panel.getByRole('link', { name: 'Dashboard' })).toBeHidden();
  await panel.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL(({ pathname }) => pathname === '/');
  for (const key of ['authToken', ...kept]) expect(await stored(page, key)).toBeNull();
  expect((await request.get('/api/v1/auth/get-profile', withToken)).status()).toBe(401);
});

test('an unverified address gets a marked account, and the welcome coins once verified', {
  tag: '@long',
}, async ({ page }) => {
  const name = uniqueName();
  const who = { name, email: `${name.toLowerCase()}@player.test` };
  const enter = async (isVerified: boolean) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Continue With Gmail' }).click();
    await page.getByLabel('Verified email').setChecked(isVerified);
    await passProvider(page, who);
    await page.waitForURL('**/home');
  };
  await enter(false);
  await page.goto('/profile');
  await expect(page.getByText('Your e-mail address is not verified.')).toBeVisible();
  await expectBalance(page, 0);
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectSound(page);
  }
  await page.evaluate(() => localStorage.clear());
  await enter(true);
  await expectBalance(page, 500);
  await page.goto('/profile');
  await expect(page.getByText('Your e-mail address is not verified.')).toBeHidden();
});

test('Discord signs in too, and the administrator sees the Dashboard', { tag: '@long' }, async ({ page }) => {
  await signInByHand(page, { provider: 'Discord' });
  await expectBalance(page, 500);
  await page.evaluate(() => localStorage.clear());
  await signIn(page, { email: 'admin@finalring.test', name: 'Admin' });
  await page.getByRole('button', { name: 'Open profile menu' }).click();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Dashboard' })).toBeVisible();
});

for (const provider of ['Gmail', 'Discord'] as const) {
  test(`${provider}: cancelling leads back to the sign-in page with a message`, { tag: '@long' }, async ({
    page,
  }) => {
    await page.goto('/');
    await page.getByRole('link', { name: `Continue With ${provider}` }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('alert')).toContainText('You cancelled the sign-in');
    expect(await stored(page, 'authToken')).toBeNull();
  });
}

test("another browser's sign-in address signs nobody in", { tag: '@long' }, async ({
  page,
  browser,
  app,
  problems,
}) => {
  problems.expect(/status of 400/);
  const name = uniqueName();
  const stranger = await browser.newPage({ baseURL: app.url });
  await stranger.route('**/google-login-success**', (route) => route.abort());
  await stranger.goto('/');
  await stranger.getByRole('link', { name: 'Continue With Gmail' }).click();
  const arriving = stranger.waitForRequest('**/google-login-success**');
  await passProvider(stranger, { email: `${name}@player.test`, name });
  const address = (await arriving).url();
  await stranger.close();

  await page.goto(address);
  await expect(page.getByRole('alert')).toContainText('expired or was already used');
  expect(await stored(page, 'authToken')).toBeNull();
});

test('pages behind the sign-in redirect before any script loads', async ({ page }) => {
  await page.route(/\/assets\/.*\.js/, () => {});
  const closed = ['/home', '/profile', '/products/1', '/dashboard/users', '/dashboard/outgoing-webhooks/1'];
  for (const path of closed) {
    await page.goto(path, { waitUntil: 'commit' });
    await page.waitForURL(({ pathname }) => pathname === '/', { waitUntil: 'commit' });
    await expect(page.getByText('SignIn to Continue')).toBeVisible();
    expect(await page.evaluate<string>('sessionStorage.wayBack')).toMatch(new RegExp(` ${path}$`));
  }
  for (const path of ['/terms', '/leaderboard']) {
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.locator('main')).toBeAttached();
    expect(await page.evaluate<boolean>("'closed' in document.documentElement.dataset")).toBe(false);
  }
});

test('an invitation counts even when clicked before the scripts load', { tag: '@long' }, async ({ page }) => {
  await page.route(/\/assets\/.*\.js/, () => {});
  await page.goto('/referrals/ABC234', { waitUntil: 'commit' });
  const asked = page.waitForRequest(/\/auth\/google/);
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  expect(new URL((await asked).url()).searchParams.get('ref')).toBe('ABC234');
});

test('an invitation counts for the player who sent it', { tag: '@long' }, async ({ page, browser, app }) => {
  await signIn(page, { to: '/profile' });
  const link = await page.getByLabel(/referral link/i).inputValue();
  const code = new URL(link).pathname.split('/').pop() as string;

  const guest = await browser.newPage({ baseURL: app.url });
  await guest.goto(`/referrals/${code}`);
  await expect(guest.getByText('You were invited')).toBeVisible();
  await expect(guest.getByText(code)).toBeVisible();
  const { handle } = (await ask(page, accountsApi.getProfile)).inPublic;
  await expect(guest.getByText('invited you', { exact: true }).locator('..')).toContainText(handle);
  await expect(guest.getByText('You get', { exact: true }).locator('..')).toContainText('500 Gamer Coins');
  await expect(guest.getByText(`${handle} gets`).locator('..')).toContainText('a referral token');
  const name = uniqueName();
  await guest.getByRole('link', { name: 'Continue with Google' }).click();
  await passProvider(guest, { email: `${name}@player.test`, name });
  await guest.waitForURL('**/home');
  expect(await stored(guest, 'referralCode')).toBeNull();
  await guest.close();

  expect(await ask(page, accountsApi.getProfile)).toMatchObject({ invitedUsersCount: 1, totalReferrals: 0 });
});

test('an unknown invitation shows no greeting and stores no code', { tag: '@long' }, async ({
  page,
  problems,
}) => {
  problems.expect(/status of 404/);
  await page.goto('/referrals/NOBODYS1');
  await expect(page.getByText('This invite code isn’t valid')).toBeVisible();
  await expect(page.getByText('You can still sign up and start with 500 coins.')).toBeVisible();
  await expect(page.getByText('You were invited')).toBeHidden();
  await expect(page.getByText('NOBODYS1')).toBeHidden();
  const way = page.getByRole('link', { name: 'Continue with Google' });
  await expect(way).toHaveAttribute('href', '/api/v1/auth/google');
  expect(await stored(page, 'referralCode')).toBeNull();
});
