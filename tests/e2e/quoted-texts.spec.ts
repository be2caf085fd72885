// SPDX-License-Identifier: Apache-2.0

import type { Page } from '@playwright/test';
import { challengesApi } from '../../contract/challenges.ts';
import { choosePackage, fillCard, cards as paymentCards, pressPay } from '../support/e2e/pay.ts';
import { ask, enterChallenge, signIn, uniqueName } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

/** Quotes of the product specification that no other browser test covers, mostly messages about missing things. */
const ring = /Survive the ring/;
const silent = { status: 500, body: '' };
const toasts = (page: Page) => page.getByRole('region', { name: /^Notifications/ });
const card = (page: Page, name: string | RegExp) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });

test('the first screen and the menu without a known name show the specified texts', async ({
  page,
  problems,
}) => {
  problems.expect(/net::ERR_FAILED/);
  await page.goto('/');
  await expect(page.getByText('SignIn to Continue')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Continue With Gmail' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Continue With Discord' })).toBeVisible();
  await page.goto('/signup');
  await expect(page.getByText('Sign Up to Continue')).toBeVisible();
  await page.route('**/api/v1/auth/get-profile', (route) => route.abort());
  await signIn(page, { to: '/products' });
  await page.getByRole('button', { name: /^Open profile menu/ }).click();
  await expect(page.getByText('Guest', { exact: true })).toBeVisible();
});

test('a challenge without a description or variant shows the specified texts', { tag: '@long' }, async ({
  page,
}) => {
  await page.route('**/api/v1/challenge/get-all', async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    const [challenge] = json.data;
    json.data = [
      { ...challenge, description: '', challengeVariants: [] },
      { ...challenge, _id: challenge._id.replace(/.$/, '0'), description: 'Closed for now', isActive: false },
    ];
    await route.fulfill({ response, json });
  });
  await signIn(page);
  await expect(
    card(page, 'Closed for now').getByRole('button', { name: 'Inactive', exact: true }),
  ).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Coming Soon', exact: true })).toHaveCount(2);
  await card(page, 'Fortnite Challenge').getByRole('button', { name: 'Enter Challenge' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Enter Challenge (0)' }).click();
  await expect(dialog.getByText('Please select a challenge variant')).toBeVisible();
});

test('a busy, failed or incomplete entry shows the specified texts', { tag: '@long' }, async ({
  page,
  problems,
}) => {
  problems.expect(/status of 500/);
  await signIn(page);
  const [challenge] = await ask(page, challengesApi.getAll);
  const fee = challenge?.challengeVariants[0]?.entryFeeGC;
  await card(page, ring).first().getByRole('button', { name: 'Enter Challenge' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: `Enter Challenge (${fee})`, exact: true }).click();
  await dialog.getByRole('checkbox').check();
  await dialog.getByLabel('Epic ID').fill(uniqueName());
  let answer: object = silent;
  let isHeld = Promise.resolve();
  await page.route('**/api/v1/challenge/start', async (route) => {
    await isHeld;
    await route.fulfill(answer);
  });
  const enter = () => dialog.getByRole('button', { name: 'Enter Challenge', exact: true }).click();
  await enter();
  await expect(toasts(page).getByText('Failed to start challenge')).toBeVisible();
  answer = { json: { message: 'OK', data: {} } };
  let release = () => {};
  isHeld = new Promise((resolve) => {
    release = resolve;
  });
  await enter();
  await expect(dialog.getByRole('button', { name: 'Starting...' })).toBeVisible();
  release();
  await expect(toasts(page).getByText('Attempt ID not found in response')).toBeVisible();
});

test('a failure without a message from the server shows the specified texts', { tag: '@long' }, async ({
  page,
  problems,
}) => {
  problems.expect(/status of 500/);
  await page.route('**/api/v1/challenge/get-all', (route) => route.fulfill(silent));
  await page.route('**/api/v1/challenge/my-attempts*', (route) => route.fulfill(silent));
  await signIn(page);
  await expect(page.getByText('Error loading challenges: Failed to fetch challenges')).toBeVisible();
  await expect(toasts(page).getByText('Failed to check challenge status')).toBeVisible();
});

test('loading, empty and running past challenges show the specified texts', { tag: '@long' }, async ({
  page,
}) => {
  let release = () => {};
  const isHeld = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/v1/challenge/my-attempts*', async (route) => {
    await isHeld;
    await route.continue();
  });
  await signIn(page, { to: '/past-challenges' });
  await expect(page.getByText('Loading past challenges...')).toBeAttached();
  release();
  await expect(page.getByText('Start your first challenge to see your history here!')).toBeVisible();
  await page.goto('/home');
  await enterChallenge(page, { challenge: ring, epicId: uniqueName() });
  const status = page.getByRole('dialog', { name: 'Challenge Status' });
  await expect(status).toContainText('Challenge started! Please enter a match and play the game.');
  await status.getByRole('link', { name: 'Check Past Challenges' }).click();
  await expect(page.getByText('Not completed').first()).toBeVisible();
  await expect(page.getByText(/^Top \d+ \+ \d+ Kills$/).first()).toBeVisible();
});

test('counts of shop and cart and a screen without its token show the specified texts', async ({ page }) => {
  await page.route('**/api/v1/gift-card/get', async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    // The newest card may be sold out by another test.
    const first = { ...json.data[0], title: '', availability: 'in_stock' };
    json.data = Array.from({ length: 15 }, (_, place) => ({
      ...first,
      _id: first._id.replace(/.{2}$/, `${10 + place}`),
    }));
    await route.fulfill({ response, json });
  });
  await signIn(page, { to: '/products' });
  await expect(page.getByRole('heading', { name: 'Product List' })).toBeVisible();
  await expect(page.getByText('Showing 1–12 of 15 results')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Gift Card', exact: true })).toHaveCount(12);
  await page.getByRole('button', { name: 'ADD TO CART' }).first().click();
  await page.evaluate(() => localStorage.removeItem('authToken'));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('Authentication token not found.').first()).toBeVisible();
});

test('a payment with an unknown outcome and a silent failure show the specified texts', {
  tag: '@long',
}, async ({ page }) => {
  await page.route('**/stripe/v3.js', async (route) => {
    const response = await route.fetch();
    const body = `${await response.text()}
      const make = window.Stripe;
      window.Stripe = (...given) => Object.assign(make(...given), { confirmCardPayment: () => window.confirmForTest() });`;
    await route.fulfill({ response, body });
  });
  await signIn(page, { to: '/trade-coins' });
  await page.evaluate(() => {
    Object.assign(window, {
      confirmForTest: async () => ({ paymentIntent: { status: 'requires_capture' } }),
    });
  });
  await choosePackage(page, '500 – $ 5.00 (-5% = 4.75$)');
  await fillCard(page, paymentCards.good);
  await pressPay(page);
  await expect(page.getByText('Payment status: requires_capture').first()).toBeVisible();
  await page.evaluate(() => {
    Object.assign(window, { confirmForTest: () => Promise.reject(new Error('')) });
  });
  await pressPay(page);
  await expect(page.getByText('Payment Error').first()).toBeVisible();
  await expect(page.getByText('An error occurred. Please try again.').first()).toBeVisible();
});

test('a failed copy shows the specified texts', { tag: '@long' }, async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: () => Promise.reject(new Error('not allowed')) },
    });
    document.execCommand = () => false;
  });
  await signIn(page, { to: '/profile' });
  await page.getByRole('button', { name: 'Generate Token' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).click();
  await expect(toasts(page).getByText('Failed to copy token', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  const referrals = page.getByRole('region', { name: 'Referrals' });
  await referrals.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(toasts(page).getByText('Failed to copy', { exact: true })).toBeVisible();
});

test('the search box of every dashboard list shows the specified text', async ({ page }) => {
  await signIn(page, { email: 'admin@finalring.test', name: 'Admin', to: '/dashboard' });
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  for (const tab of ['Gift Cards', 'Coins', 'Users', 'Events', 'Giveaways', 'Alerts']) {
    await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: tab }).click();
    await expect(page.getByPlaceholder('Search Here..')).toBeVisible();
  }
});
