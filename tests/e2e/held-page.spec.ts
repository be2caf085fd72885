// SPDX-License-Identifier: Apache-2.0

import type { Page } from '@playwright/test';
import { accountsApi } from '../../contract/accounts.ts';
import { expectSound } from '../support/e2e/accessible.ts';
import { openDashboard } from '../support/e2e/admin.ts';
import { passProvider, stored, uniqueName } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

const administrator = { email: 'admin@finalring.test', name: 'Admin' };

/** Ends the session of the page on the server, as another device would. */
async function endElsewhere(page: Page): Promise<void> {
  const ended = await page.request.post(`/api/v1${accountsApi.logout.path}`, {
    headers: { authorization: `Bearer ${await stored(page, 'authToken')}` },
  });
  expect(ended.ok()).toBe(true);
}

/** Opens a form of the dashboard and types into it. */
async function typeName(page: Page): Promise<string> {
  await openDashboard(page, 'coins');
  await page.getByRole('button', { name: /^Edit/ }).first().click();
  const name = uniqueName('Pack');
  await page.getByRole('dialog').getByLabel('Title').fill(name);
  return name;
}

async function signInInNewTab(page: Page, who: { email: string; name: string }): Promise<void> {
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Continue With Gmail' }).click();
  const tab = await opened;
  await passProvider(tab, who);
  await tab.waitForURL('**/home');
  await tab.close();
}

test('an open form survives the end of the session and continues after signing in', { tag: '@long' }, async ({
  page,
  problems,
}) => {
  problems.expect(/status of 401/);
  const name = await typeName(page);
  await endElsewhere(page);
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(again).toBeVisible();
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectSound(page);
  }
  // The keys that sent the form must not leave the page.
  await page.keyboard.press('Control+Enter');
  await signInInNewTab(page, administrator);
  await expect(again).toHaveCount(0);
  const form = page.getByRole('dialog');
  await expect(form.getByLabel('Title')).toHaveValue(name);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toHaveCount(0);
  await expect(page.getByText(name).first()).toBeVisible();
});

test('typed text is covered after signing out in another tab, and hidden from another player', {
  tag: '@long',
}, async ({ page, problems }) => {
  problems.expect(/status of 40[13]/);
  const name = await typeName(page);
  const other = await page.context().newPage();
  await other.goto('/robots.txt');
  await other.evaluate(() => localStorage.removeItem('authToken'));
  await other.close();
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(again).toBeVisible();
  await signInInNewTab(page, { email: `${uniqueName().toLowerCase()}@player.test`, name: 'Other' });
  await expect(page.getByText('The dashboard is for administrators.')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await page.content()).not.toContain(name);
});

test('a held page stays covered and keeps typed text even if the sign-in buttons can’t be loaded', {
  tag: '@long',
}, async ({ page, problems }) => {
  problems.expect(/status of 401|ERR_FAILED|dynamically imported module/);
  await page.route(/\/sign-in-again-[^/]+\.js$/, (call) => call.abort());
  const name = await typeName(page);
  await endElsewhere(page);
  const cover = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(cover.getByRole('link', { name: 'Open a new tab' })).toBeVisible();
  await expectSound(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(cover).toBeVisible();
  const opened = page.context().waitForEvent('page');
  await cover.getByRole('link', { name: 'Open a new tab' }).click();
  const tab = await opened;
  await tab.getByRole('link', { name: 'Continue With Gmail' }).first().click();
  await passProvider(tab, administrator);
  await tab.waitForURL('**/home');
  await tab.close();
  await expect(cover).toHaveCount(0);
  await expect(page.getByRole('dialog').getByLabel('Title')).toHaveValue(name);
});

test('leaving the held page leads to the sign-in page, and a logout holds no page', { tag: '@long' }, async ({
  page,
  problems,
}) => {
  problems.expect(/status of 401/);
  await typeName(page);
  await endElsewhere(page);
  await page
    .getByRole('dialog', { name: 'Sign in again' })
    .getByRole('button', { name: 'Leave this page' })
    .click();
  await page.waitForURL(({ pathname }) => pathname === '/');
  await expect(page.getByRole('alert')).toHaveText('Your session has ended. Sign in again.');
});
