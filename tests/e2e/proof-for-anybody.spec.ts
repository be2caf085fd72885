// SPDX-License-Identifier: Apache-2.0

import type { Locator } from '@playwright/test';
import { accountsApi } from '../../contract/accounts.ts';
import { giveawaysApi } from '../../contract/giveaways.ts';
import { expectSound } from '../support/e2e/accessible.ts';
import { drawNow } from '../support/e2e/giveaways.ts';
import { ask, enterChallenge, playMatch, signIn, stored, uniqueName } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

/** Ticks a box of a dialog, and waits until the server has confirmed it. */
async function tick(dialog: Locator, name: RegExp): Promise<void> {
  const box = dialog.getByRole('checkbox', { name });
  await box.click();
  await expect(box).toBeChecked();
  await expect(box).toBeEnabled();
}

test('a player shares a result by link, a visitor reads it, and the player revokes it', {
  tag: '@long',
}, async ({ page, app, browser, problems }) => {
  await signIn(page);
  const epicId = uniqueName();
  await enterChallenge(page, { challenge: /Survive the ring/, epicId });
  await playMatch(app, epicId, { placement: 3, kills: 4 });
  const result = page.getByRole('dialog', { name: 'Challenge won' });
  await result.getByRole('button', { name: 'Share' }).click();
  await result.getByRole('button', { name: 'Create link' }).click();
  const link = await result.getByRole('textbox', { name: 'Link' }).inputValue();
  expect(link).toMatch(new RegExp(`^${app.url}/r/[0-9a-f-]{36}$`));
  // This browser has no share dialog.
  const post = await result.getByRole('link', { name: /^X/ }).getAttribute('href');
  expect(new URL(post ?? '').searchParams.get('url')).toBe(link);

  const context = await browser.newContext({ baseURL: app.url });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const visitor = await context.newPage();
  await visitor.goto(link);
  await expect(visitor.getByText('same result.')).toBeVisible();
  await expect(visitor.getByRole('heading', { level: 1, name: /Survive the ring/ })).toBeVisible();
  await expect(visitor).toHaveTitle(/^\S+ won \d+ GC: Survive the ring.* · /);
  await expect(visitor.getByText(epicId)).toBeHidden();
  expect(await visitor.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
  await visitor.getByRole('button', { name: 'Copy link' }).click();
  await expect.poll(() => visitor.evaluate('navigator.clipboard.readText()')).toBe(link);
  await expectSound(visitor);
  await visitor.emulateMedia({ media: 'print' });
  await expect(visitor.getByText('same result.')).toBeVisible();
  await expect(visitor.getByRole('link', { name: 'Sign in and play' })).toBeHidden();
  await visitor.emulateMedia({ media: 'screen' });
  await expect(visitor.getByRole('link', { name: 'Sign in and play' })).toBeVisible();
  expect([await stored(visitor, 'authToken'), await stored(visitor, 'referralCode')]).toEqual([null, null]);

  // Crawlers run no scripts.
  const readTag = async (name: string) => {
    const html = await (await visitor.request.get(link)).text();
    return new RegExp(`<meta property="${name}" content="([^"]*)"`).exec(html)?.[1] ?? '';
  };
  expect(await readTag('og:title')).toMatch(/^\S+ won \d+ GC: Survive the ring/);
  const picture = await readTag('og:image');
  expect(picture).toMatch(new RegExp(`^${link}/picture[.]jpg`));
  expect((await visitor.request.get(picture)).headers()['content-type']).toBe('image/jpeg');

  await tick(result, /Show my Epic ID on it/);
  await tick(result, /Invite with this link/);
  await visitor.reload();
  await expect(visitor.getByText(epicId)).toBeVisible();
  await expect(visitor.getByText('you count as invited')).toBeVisible();
  await expect(visitor.getByText(/500 Gamer Coins for new players/)).toBeVisible();
  const { referralCode } = await ask(page, accountsApi.getProfile);
  expect(await stored(visitor, 'referralCode')).toBe(referralCode);

  await page.goto('/past-challenges');
  await page
    .getByRole('button', { name: /^Share/ })
    .filter({ visible: true })
    .click();
  const shared = page.getByRole('dialog', { name: 'Share this result' });
  await expect(shared.getByRole('textbox', { name: 'Link' })).toHaveValue(link);
  await shared.getByRole('button', { name: 'Withdraw link' }).click();
  await page
    .getByRole('dialog', { name: 'Withdraw the link?' })
    .getByRole('button', { name: 'Withdraw' })
    .click();
  await expect(shared.getByRole('button', { name: 'Create link' })).toBeVisible();
  problems.expect(/status of 404/);
  await visitor.reload();
  await expect(visitor.getByRole('heading', { name: 'No receipt here' })).toBeVisible();
  expect(await readTag('og:title')).toBe('Receipt');
  expect(await readTag('og:image')).toBe(`${app.url}/og/default.jpg`);
  expect((await visitor.request.get(picture)).status()).toBe(404);
  await context.close();
});

test('visitors verify a draw, and read how results are decided', { tag: '@long' }, async ({
  page,
  browser,
  app,
  problems,
}) => {
  await signIn(page);
  await drawNow(app);
  const getId = async (isCompleted: boolean) =>
    (await ask(page, giveawaysApi.mine)).find((giveaway) => giveaway.isCompleted === isCompleted)?._id;
  await expect.poll(() => getId(true)).toBeTruthy();
  const context = await browser.newContext({ baseURL: app.url });
  const visitor = await context.newPage();
  await visitor.goto(`/giveaways/${await getId(true)}`);
  await visitor.getByRole('button', { name: 'Check this draw' }).click();
  await expect(visitor.getByText('Everything matches')).toBeVisible();
  problems.expect(/status of 409/);
  await visitor.goto(`/giveaways/${await getId(false)}`);
  await expect(visitor.getByRole('heading', { name: 'Not drawn yet' })).toBeVisible();
  await visitor.goto('/about-us');
  await expect(visitor.getByRole('heading', { level: 1, name: 'About Us' })).toBeVisible();
  await expect(visitor).toHaveURL(/\/about-us$/);
  await context.close();
});
