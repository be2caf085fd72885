// SPDX-License-Identifier: Apache-2.0

import type { Page } from '@playwright/test';
import { shopApi } from '../../contract/shop.ts';
import { expectSound } from '../support/e2e/accessible.ts';
import { startApp } from '../support/e2e/app.ts';
import { arrived, small } from '../support/e2e/coin-purchase.ts';
import { choosePackage, fillCard, pressPay } from '../support/e2e/pay.ts';
import { ask, enterChallenge, expectBalance, stored, uniqueName } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

const ring = /Survive the ring/;
const widths = [390, 768, 1440];

async function follow(page: Page): Promise<void> {
  await page
    .getByRole('complementary', { name: 'Sandbox' })
    .getByRole('link', { name: 'Your first steps' })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'First steps' })).toBeVisible();
}

async function become(page: Page, whom: string): Promise<void> {
  await page.getByRole('button', { name: `Sign in as ${whom}` }).click();
}

async function expectSoundInAllWidths(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectSound(page);
  }
}

test('first steps lead a new player from the first click to a won challenge and a paid coin pack', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/');
  await follow(page);
  await expect(page.getByText('You’re not signed in.')).toBeVisible();
  await become(page, 'a new player');
  await expect(page.getByText(/^Signed in as player-[0-9a-f]+@finalring\.test$/)).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/first-steps');
  await expectBalance(page, 500);

  await page.getByRole('link', { name: 'Choose a challenge' }).click();
  const epicId = uniqueName();
  await enterChallenge(page, { challenge: ring, epicId });
  await page.keyboard.press('Escape');
  await follow(page);
  await expect(page.getByText(`Top 10 + 3 Kills, as ${epicId}`)).toBeVisible();
  await page.getByRole('button', { name: 'Win it' }).click();
  await expect(page.getByRole('dialog')).toContainText('earned 180 GC!');
  await page.keyboard.press('Escape');
  await expectBalance(page, 580);
  await expect(page.getByText('Your last attempt: SUCCESS')).toBeVisible();

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy 4242 4242 4242 4242' }).click();
  await expect(page.getByText('Card number copied!')).toBeVisible();
  const number = await page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole('link', { name: 'Choose a coin pack' }).click();
  await choosePackage(page, small);
  await fillCard(page, number);
  await pressPay(page);
  await expect(arrived(page)).toBeVisible();
  await expectBalance(page, 680);
});

test('first steps sign in the administrator with one click, and then somebody else', {
  tag: '@long',
}, async ({ page, request }) => {
  await page.goto('/first-steps');
  await become(page, 'the administrator');
  await page.waitForURL('**/dashboard');
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  const token = await stored(page, 'authToken');

  await follow(page);
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'The administrator' }) });
  await expect(card).toContainText('You');
  await become(page, 'a new player');
  await expect(page.getByText(/^Signed in as player-/)).toBeVisible();
  await expect(card).not.toContainText('You');
  const headers = { authorization: `Bearer ${token}` };
  expect((await request.get('/api/v1/auth/get-profile', { headers })).status()).toBe(401);
});

test('first steps also play a lost match, by keyboard alone', { tag: '@long' }, async ({ page }) => {
  await page.goto('/first-steps');
  await become(page, 'a new player');
  await expect(page.getByText(/^Signed in as player-/)).toBeVisible();
  await page.getByRole('link', { name: 'Choose a challenge' }).click();
  await enterChallenge(page, { challenge: ring, epicId: uniqueName() });
  await page.keyboard.press('Escape');
  await follow(page);
  const lose = page.getByRole('button', { name: 'Lose it' });
  await expect(lose).not.toHaveAttribute('aria-disabled');
  await lose.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Played: place 60, 0 kills. The result takes a few seconds.')).toBeVisible();
  await expect(page.getByRole('dialog')).toContainText(/better luck next time/i);
  await page.keyboard.press('Escape');
  await expect(page.getByText('Your last attempt: FAILED')).toBeVisible();
});

test("first steps create the veteran's history once", { tag: '@long' }, async ({ page }) => {
  test.slow();
  await page.goto('/first-steps');
  await become(page, 'a veteran');
  await expect(page.getByRole('progressbar', { name: 'The veteran’s history' })).toBeVisible();
  await expectSoundInAllWidths(page);
  await page.waitForURL('**/past-challenges');
  await expect(page.getByRole('row').filter({ hasText: 'SUCCESS' })).toHaveCount(3);
  await expect(page.getByRole('row').filter({ hasText: 'FAILED' })).toHaveCount(1);
  expect((await ask(page, shopApi.purchases)).list).toHaveLength(1);
  await follow(page);
  await become(page, 'a veteran');
  await page.waitForURL('**/past-challenges');
  await expect(page.getByRole('row').filter({ hasText: /SUCCESS|FAILED/ })).toHaveCount(4);
});

test('first steps report that the sandbox is down, and continue once it is back', { tag: '@long' }, async ({
  page,
  app,
  problems,
}) => {
  problems.expect(/Failed to load resource/);
  let isAway = true;
  await page.route(`${app.sandboxUrl}/first-steps`, (call) => (isAway ? call.abort() : call.continue()));
  await page.goto('/first-steps');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText(`The sandbox at ${app.sandboxUrl} doesn’t answer.`);
  await expectSoundInAllWidths(page);
  isAway = false;
  await alert.getByRole('button', { name: 'Try again' }).click();
  const administrator = page.getByRole('button', { name: 'Sign in as the administrator' });
  await expect(administrator).toBeVisible();
  isAway = true;
  await administrator.click();
  await expect(page.getByRole('alert')).toContainText('doesn’t answer');
  expect(new URL(page.url()).pathname).toBe('/first-steps');
});

test('first steps are unavailable when the sandbox replaces only some services', { tag: '@long' }, async ({
  browser,
}) => {
  test.slow();
  const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' };
  const app = await startApp({ env: { SANDBOX: '1', ...keys, STRIPE_WEBHOOK_SECRET: 'whsec_1' } });
  const page = await browser.newPage({ baseURL: app.url });
  try {
    const answer = await page.goto('/first-steps');
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Outside the ring' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Sign in as/ })).toHaveCount(0);
    const ribbon = page.getByRole('complementary', { name: 'Sandbox' });
    await expect(ribbon.getByRole('link')).toHaveText(['See what it replaces']);
  } finally {
    await page.close();
    await app.stop();
  }
});
