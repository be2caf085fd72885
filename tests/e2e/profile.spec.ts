// SPDX-License-Identifier: Apache-2.0

import type { Page } from '@playwright/test';
import { accountsApi } from '../../contract/accounts.ts';
import { expectSound } from '../support/e2e/accessible.ts';
import type { RunningApp } from '../support/e2e/app.ts';
import { watchArrivals } from '../support/e2e/arrival.ts';
import { openDeletion } from '../support/e2e/deletion.ts';
import {
  ask,
  enterChallenge,
  expectBalance,
  playMatch,
  signIn,
  stored,
  uniqueName,
} from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

/** Sends what Discord sends for `/link`. */
async function typeLink(app: RunningApp, token: string, email: string): Promise<void> {
  const response = await fetch(`${app.sandboxUrl}/discord/interactions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ command: 'link', token, email }),
  });
  expect((await response.json()).status).toBe(200);
}

/** The longest allowed names. */
async function lengthenProfile(page: Page): Promise<void> {
  await page.route('**/auth/get-profile', async (route) => {
    const response = await route.fetch();
    const { data, ...rest } = await response.json();
    const long = { name: 'W'.repeat(60), email: `${'w'.repeat(64)}@${'w'.repeat(60)}.test`, xp: 123_456_789 };
    await route.fulfill({ response, json: { ...rest, data: { ...data, ...long } } });
  });
}

test('the Discord dialog counts down, copies, and closes once linked', { tag: '@long' }, async ({
  page,
  app,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { email } = await signIn(page, { to: '/profile' });
  await expect(page.getByText('Not Linked')).toBeVisible();
  await page.getByRole('button', { name: 'Generate Token' }).click();
  const dialog = page.getByRole('dialog');
  const field = dialog.getByRole('textbox', { name: 'Token' });
  await expect(field).not.toBeEditable();
  const token = await field.inputValue();
  await expect(dialog.getByText(/^Expires in (10:00|9:\d\d)$/)).toBeVisible();
  await expect(dialog.getByText(/^Expires in 9:5\d$/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('Discord token copied!')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);

  await typeLink(app, token, email);
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Linked', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Generate Token' })).toBeHidden();
  await expect(page.getByText('Discord linked!')).toBeVisible();
});

test('an expired or failed token can be requested again', { tag: '@long' }, async ({ page, problems }) => {
  problems.expect(/status of 429/);
  await signIn(page, { to: '/profile' });
  const answer = (status: number, body: object) =>
    page.route('**/auth/generate-discord-token', (route) =>
      route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) }),
    );
  await answer(429, {
    message: 'Too many requests. Try again in 9 s.',
    code: 'too_many_requests',
  });
  await page.getByRole('button', { name: 'Generate Token' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toContainText('Try again in 9 s');
  await expect(page.getByText('Failed to generate token').first()).toBeVisible();

  await answer(200, { message: 'OK', data: {} });
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Token not received from server.');

  await answer(200, { message: 'OK', data: { token: 'GONE', expiresAt: new Date(0).toISOString() } });
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog).toContainText('This token has expired');
  await page.unroute('**/auth/generate-discord-token');
  await dialog.getByRole('button', { name: 'Generate Token' }).click();
  await expect(dialog.getByRole('textbox')).toHaveValue(/^([0-9A-Z]{5}-){3}[0-9A-Z]{5}$/);
});

test('a player picks gamertag and avatar, also by keyboard, and others see them', { tag: '@long' }, async ({
  page,
}) => {
  const { name } = await signIn(page, { to: '/profile' });
  await expect(page.getByText(/Others see you as ([A-Z][a-z]+){2}-[25-9]{5}/)).toBeVisible();
  const handle = uniqueName('Falcon').slice(0, 20);
  await page.getByRole('button', { name: 'Change gamertag or avatar' }).click();
  const dialog = page.getByRole('dialog', { name: 'How others see you' });
  const field = dialog.getByRole('textbox', { name: 'Gamertag' });
  await field.fill('no spaces');
  await expect(dialog.getByRole('alert')).toContainText('letters from A to Z');
  await field.fill('Adm1n');
  await expect(dialog.getByRole('alert')).toContainText('only we may use');
  await field.fill(handle);
  await expect(dialog.getByRole('status')).toContainText(`${handle} is free`);
  await dialog.getByRole('radio', { checked: true }).focus();
  await page.keyboard.press('ArrowRight');
  const avatar = await dialog.getByRole('radio', { checked: true }).getAttribute('value');
  await expectSound(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText(`Others see you as ${handle}`)).toBeVisible();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  expect((await ask(page, accountsApi.getProfile)).inPublic).toEqual({ handle, avatar });

  await page.getByRole('button', { name: 'Change gamertag or avatar' }).click();
  await expect(field).not.toBeEditable();
  await expect(dialog).toContainText('You can change it again from');
});

test('level, win rate and figures follow the played challenges live', { tag: '@long' }, async ({
  page,
  app,
}) => {
  await signIn(page);
  await expectBalance(page, 500);
  const epicId = uniqueName();
  await enterChallenge(page, { challenge: /Survive the ring/, epicId });
  await page.goto('/profile');
  const main = page.getByRole('main');
  await expect(main.getByText('Level 1')).toBeVisible();
  await expect(main.getByText('100 XP to level 2')).toBeVisible();
  await expect(main.getByRole('img', { name: 'No win rate yet' })).toBeVisible();
  await playMatch(app, epicId, { placement: 1, kills: 9 });
  await expect(page.getByRole('dialog')).toContainText('Congratulations!');
  await page.keyboard.press('Escape');
  await expect(main.getByText('Level 2')).toBeVisible();
  await expect(main.getByRole('img', { name: 'Win rate 100% of 1 decided challenge' })).toBeVisible();
  await expect(main.getByText('Member Since')).toBeVisible();
  await expect(main.getByText(/^[A-Z][a-z]+ \d{1,2}, \d{4}$/).first()).toBeVisible();
});

test('the referral link shows its reward, and can be copied and shared', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', {
      value: async (data: ShareData) => {
        localStorage.setItem('shared', data.url ?? '');
      },
    });
  });
  await signIn(page, { to: '/profile' });
  const link = await page.getByLabel('Referral link').inputValue();
  expect(new URL(link).pathname).toMatch(/^\/referrals\/[A-Z0-9]{8}$/);
  const part = page.getByRole('region', { name: 'Referrals' });
  await expect(part.getByText('Your friend gets').locator('..')).toContainText('500 Gamer Coins');
  await expect(part.getByText('You get', { exact: true }).locator('..')).toContainText('1 referral token');
  await expect(part.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/\?text=Win\+at\+Fortnite.*%2Freferrals%2F[A-Z0-9]{8}$/,
  );
  await part.getByRole('button', { name: 'Discord' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `Win at Fortnite with me. Earn coins for gift cards. ${link}`,
  );
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('Referral link copied!')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await page.getByRole('button', { name: 'Share' }).click();
  await expect.poll(() => stored(page, 'shared')).toBe(link);
});

test('the address of a former tab opens its section, and an unknown address opens the first tab', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, { to: '/profile?tab=achievements' });
  await page.waitForURL('**/profile?tab=stats#achievements');
  await expect(page.getByRole('heading', { name: 'Achievements' })).toBeInViewport();
  await page.getByRole('tab', { name: 'Friends' }).click();
  await expect(page).toHaveURL(/\/profile\?tab=friends$/);
  // The target of messages about the account's security.
  await page.goto('/profile#sessions');
  await expect(page.getByRole('heading', { name: 'Signed In On' })).toBeInViewport();
  await page.goto('/profile#constructor');
  await expect(page.getByRole('tab', { name: 'Me' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('You have not purchased any gift card yet.')).toBeVisible();
});

test('a section stays in view while its shortened page grows again', { tag: '@long' }, async ({ page }) => {
  await signIn(page, { to: '/robots.txt' });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/v1/achievements', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/profile?tab=stats#achievements');
  await expect(page.getByText('No stats yet')).toBeVisible();
  release();
  await expect(page.getByRole('heading', { name: 'Achievements' })).toBeInViewport();
});

test('a section of the settings appears only after the sections above it', { tag: '@long' }, async ({
  page,
}) => {
  await signIn(page, { to: '/robots.txt' });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/assets\/notification-settings-[^/]*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/profile?tab=settings', { waitUntil: 'commit' });
  const sound = page.getByRole('heading', { name: 'Sound', includeHidden: true });
  await expect(sound).toBeAttached();
  await expect(sound).toBeHidden();
  release();
  await expect(page.getByRole('region', { name: 'Notification settings' })).toBeVisible();
  await expect(sound).toBeVisible();
});

test('other sessions are listed and can be ended', { tag: '@long' }, async ({ page, browser, app }) => {
  const { email } = await signIn(page, { to: '/robots.txt' });
  const elsewhere = await browser.newPage({ baseURL: app.url });
  await signIn(elsewhere, { email });
  await page.goto('/profile?tab=settings');
  const part = page.getByRole('region', { name: 'Signed In On' });
  await expect(part.getByRole('listitem')).toHaveCount(2);
  await expect(part.getByRole('listitem').first()).toContainText('This device');
  await part.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(part.getByRole('listitem')).toHaveCount(1);
  await elsewhere.waitForURL('**/?error=session_ended');
  await elsewhere.close();
});

test('the longest profile and its dialogs are accessible and fit the screen', { tag: '@long' }, async ({
  page,
}) => {
  await lengthenProfile(page);
  await signIn(page, { to: '/profile' });
  await expect(page.getByRole('region', { name: 'Purchased Gift Cards' })).toBeVisible();
  await expectSound(page);
  await page.getByRole('tab', { name: 'Settings' }).click();
  const sessions = page.getByRole('region', { name: 'Signed In On' });
  await expect(sessions.getByText('This device', { exact: true })).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: 'Generate Token' }).click();
  await expect(page.getByRole('textbox', { name: 'Token' })).toBeVisible();
  await expectSound(page);
  await page.keyboard.press('Escape');
  const dialog = await openDeletion(page);
  await expectSound(page);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expectSound(page);
});

test('the profile has the same height while loading and when loaded', { tag: '@long' }, async ({ page }) => {
  // Content below the window doesn't count as a layout shift, but the scrollbar would still jump.
  await signIn(page, { to: '/robots.txt' });
  const { answers } = await watchArrivals(page);
  const height = () => page.getByRole('main').evaluate((main) => main.clientHeight);
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    const release = answers.hold();
    await page.goto('/profile');
    await expect(page.getByText('Loading profile...')).toBeAttached();
    await page.evaluate(() => document.fonts.ready);
    const before = await height();
    release();
    await expect(page.getByText('You have not purchased any gift card yet.')).toBeAttached();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    expect(Math.abs((await height()) - before), `${width} wide`).toBeLessThanOrEqual(0.1 * before);
  }
});

test('a settings section whose data never arrives does not block the others', { tag: '@long' }, async ({
  page,
}) => {
  await signIn(page, { to: '/robots.txt' });
  await page.route('**/api/v1/notifications/settings', () => {});
  await page.goto('/profile?tab=settings');
  await expect(page.getByText('Loading notification settings...')).toBeAttached();
  await expect(page.getByRole('region', { name: 'Signed In On' })).toBeVisible();
});
