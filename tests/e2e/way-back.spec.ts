// SPDX-License-Identifier: Apache-2.0

import type { Page } from '@playwright/test';
import { accountsApi } from '../../contract/accounts.ts';
import {
  enterChallenge,
  expectBalance,
  passProvider,
  signIn,
  stored,
  uniqueName,
} from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

/** Passes the sign-in page with its buttons. */
async function passSignIn(page: Page, email: string): Promise<void> {
  await page.getByRole('link', { name: 'Continue With Gmail' }).click();
  await passProvider(page, { email, name: 'Somebody' });
}

const newEmail = () => `${uniqueName().toLowerCase()}@player.test`;

test('a link opened while signed out is followed after signing in', async ({ page }) => {
  await page.goto('/transactions?tab=history');
  await page.waitForURL(({ pathname }) => pathname === '/');
  await passSignIn(page, newEmail());
  await page.waitForURL('**/transactions?tab=history');
  await expectBalance(page, 500);
  // The way back works once.
  await page.goto('/');
  await page.waitForURL('**/home');
});

test('signing in after an ended session leads back to the same page', { tag: '@long' }, async ({
  page,
  problems,
}) => {
  problems.expect(/status of 401/);
  const { email } = await signIn(page, { to: '/events?tab=giveaways' });
  await expectBalance(page, 500);
  const ended = await page.request.post(`/api/v1${accountsApi.logout.path}`, {
    headers: {
      authorization: `Bearer ${await stored(page, 'authToken')}`,
      'idempotency-key': uniqueName(),
    },
  });
  expect(ended.ok()).toBe(true);
  await expect(page.getByRole('alert')).toHaveText('Your session has ended. Sign in again.');
  await passSignIn(page, email);
  await page.waitForURL('**/events?tab=giveaways');
});

test('signing in after a logout starts on the home page', { tag: '@long' }, async ({ page }) => {
  const { email } = await signIn(page, { to: '/profile' });
  await expectBalance(page, 500);
  await page.getByRole('button', { name: /^Open profile menu/ }).click();
  await page.getByRole('button', { name: /log ?out/i }).click();
  await page.waitForURL(({ pathname }) => pathname === '/');
  await passSignIn(page, email);
  await page.waitForURL('**/home');
});

test('a return address set by another site is ignored', { tag: '@long' }, async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => sessionStorage.setItem('wayBack', `${Date.now()} //elsewhere.example/profile`));
  await passSignIn(page, newEmail());
  await page.waitForURL('**/home');
});

test('Back goes one step back in the entry dialog, then closes it', { tag: '@long' }, async ({ page }) => {
  await signIn(page, { to: '/events' });
  await expectBalance(page, 500);
  await page.getByRole('link', { name: 'Challenges', exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  const open = page.getByRole('button', { name: 'Enter Challenge' }).first();
  await open.click();
  await dialog.getByRole('button', { name: /^Enter Challenge \(/ }).click();
  await expect(dialog.getByRole('heading', { name: 'Terms & Conditions' })).toBeVisible();
  await page.goBack();
  await expect(dialog.getByRole('heading', { name: 'Choose your challenge' })).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  expect(new URL(page.url()).pathname).toBe('/home');

  // A menu that was closed in another way leaves no dead steps in the history.
  await open.click();
  await dialog.getByRole('button', { name: /^Enter Challenge \(/ }).click();
  await expect(dialog.getByRole('heading', { name: 'Terms & Conditions' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect.poll(() => page.evaluate('history.state.dialogStep ?? 0')).toBe(0);
  await page.goBack();
  await page.waitForURL('**/events');
});

test('Back closes the entry dialog even after a reload lost an earlier dialog', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page);
  await expectBalance(page, 500);
  const dialog = page.getByRole('dialog');
  const open = page.getByRole('button', { name: 'Enter Challenge' }).first();
  await open.click();
  await expect(dialog).toBeVisible();
  await page.reload();
  await expectBalance(page, 500);
  await expect(dialog).toBeHidden();
  await open.click();
  await expect(dialog).toBeVisible();
  await page.evaluate('history.back()');
  await expect(dialog).toBeHidden();
  expect(new URL(page.url()).pathname).toBe('/home');
});

test('closing the dialog right after an entry stays on the page, however slow the history is', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page);
  await expectBalance(page, 500);
  await page.evaluate(`{
    const go = history.go.bind(history);
    window.steps = 0;
    history.go = (by) => { steps += by; setTimeout(() => go(by), 1_000); };
  }`);
  await enterChallenge(page, { challenge: /Survive the ring/, epicId: uniqueName() });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => page.evaluate('history.state.dialogStep ?? 0')).toBe(0);
  expect(await page.evaluate('steps')).toBe(-2);
  expect(new URL(page.url()).pathname).toBe('/home');
});

test('a click anywhere on a card opens its entry once: Back closes it, and a reload does not reopen it', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, { to: '/events' });
  await page.goto('/home');
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: /^First steps/ }) });
  await card.click({ position: { x: 20, y: 20 } });
  const dialog = page.getByRole('dialog', { name: 'Choose your challenge' });
  await expect(dialog).toContainText('First steps');
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/home$/);
  await page.reload();
  await expect(card).toBeVisible();
  await expect(dialog).toBeHidden();

  await page.goto('/home?challenge=00000000-0000-4000-8000-000000000000');
  await expect(page).toHaveURL(/\/home#challenges$/);
  await expect(dialog).toBeHidden();
});
