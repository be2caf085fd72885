// SPDX-License-Identifier: Apache-2.0

import type { Page } from '@playwright/test';
import { accountsApi } from '../../contract/accounts.ts';
import { shopApi } from '../../contract/shop.ts';
import type { RunningApp } from '../support/e2e/app.ts';
import { giveCoins, takeCoins } from '../support/e2e/database.ts';
import { failUntilPressed } from '../support/e2e/fail-until-pressed.ts';
import { ask, expectBalance, signIn, stored, uniqueName } from '../support/e2e/play.ts';
import {
  addToCart,
  type CardOnSale,
  deliverByHand,
  getRow,
  putOnSale,
  refundByHand,
} from '../support/e2e/shop.ts';
import { expect, test } from '../support/e2e/test.ts';

test('a player fills a cart, pays once, and sees and copies the codes', async ({ page, context, app }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const one = await putOnSale(app, { gcCoin: 90 });
  const two = await putOnSale(app, { gcCoin: 40 });
  await signIn(page);
  await addToCart(page, one);
  await expect(page.getByText('Added to cart')).toBeVisible();
  await addToCart(page, two, 2);
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Cart' });
  await expect(link).toContainText('3');
  await link.click();

  await expect(page.getByRole('heading', { name: 'Cart (3)' })).toBeVisible();
  await expect(getRow(page, two)).toContainText('80');
  await expect(page.getByText('Total Items')).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: '170 Gamer Coins' })).toBeVisible();
  await page.getByRole('button', { name: 'Purchase Now' }).click();

  await expect(page.getByRole('heading', { name: 'Purchase complete' })).toBeFocused();
  await expect(page.getByText('Purchase successful!')).toBeVisible();
  await expectBalance(page, 330);
  await expect(page.getByRole('region', { name: 'How to redeem' })).toHaveCount(2);
  const bought = page.getByRole('listitem').filter({ hasText: one.title });
  await expect(bought).not.toContainText(one.codes[0] as string);
  await bought.getByRole('button', { name: 'Show code' }).click();
  await expect(bought.getByRole('button', { name: 'Hide code' })).toBeVisible();
  const shown = await bought.locator('code').textContent();
  expect(one.codes).toContain(shown);
  await bought.getByRole('button', { name: 'Copy code' }).click();
  await expect(page.getByText('Gift card code copied!')).toBeVisible();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(shown);

  // The order has its own address. `/cart` always shows the cart.
  await expect(page).toHaveURL(/\/cart\?order=[\w-]+$/);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Purchase complete' })).toBeVisible();
  await link.click();
  await expect(page.getByText('Your cart is empty')).toBeVisible();
  await expect(page).toHaveURL(/\/cart$/);
  await page.reload();
  await expect(page.getByText('Your cart is empty')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Purchase complete' })).toBeVisible();
  await page.goto('/cart');
  await expect(page.getByText('Your cart is empty')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Browse Gift Cards' })).toBeVisible();

  await page.goto('/profile');
  const onProfile = page.getByRole('listitem').filter({ hasText: one.title });
  await expect(onProfile.getByRole('button', { name: 'Show code' })).toBeVisible();
  await onProfile.getByRole('button', { name: 'Copy code' }).click();
  await expect(page.getByText('Gift card code copied!')).toBeVisible();
  await expect(onProfile).not.toContainText(shown as string);
  expect((await ask(page, accountsApi.getProfile)).purchasedGiftCards).toHaveLength(3);
  await page.goto('/transactions?tab=history');
  await expect(page.getByRole('row').filter({ hasText: one.title })).toContainText('-170');
});

test('a page reloaded during a purchase continues and shows its result', {
  tag: '@long',
}, async ({ page, app }) => {
  const card = await putOnSale(app);
  await signIn(page, { to: '/robots.txt' });
  await addToCart(page, card);
  await page.goto('/cart');
  const keys: (string | undefined)[] = [];
  const acted = Promise.withResolvers<void>();
  await page.route('**/api/v1/cart/checkout', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    expect((await route.fetch()).ok()).toBe(true);
    // The answer arrives only after the page is gone.
    acted.resolve();
  });
  await page.getByRole('button', { name: 'Purchase Now' }).click();
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeDisabled();
  await acted.promise;
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Purchase complete' })).toBeVisible();
  await expectBalance(page, 400);
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
  expect((await ask(page, accountsApi.getProfile)).purchasedGiftCards).toHaveLength(1);
  expect(await stored(page, 'checkout')).toBeNull();
  expect(JSON.parse((await stored(page, 'cart')) ?? '').items).toEqual([]);
});

test('a purchase with lost answers is neither lost nor repeated', async ({ page, app, problems }) => {
  problems.expect(/net::ERR_FAILED/);
  const card = await putOnSale(app);
  await signIn(page, { to: '/robots.txt' });
  await addToCart(page, card);
  await page.goto('/cart');
  const keys = new Set<string | undefined>();
  await page.route('**/api/v1/cart/checkout', async (route) => {
    keys.add(route.request().headers()['idempotency-key']);
    expect((await route.fetch()).ok()).toBe(true);
    return route.abort();
  });
  await page.getByRole('button', { name: 'Purchase Now' }).click();
  await expect(page.getByText('Something went wrong during purchase')).toBeVisible();
  await expect(page.getByText('We don’t know yet if your purchase worked')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Purchase Now' })).toBeDisabled();
  await page.unroute('**/api/v1/cart/checkout');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByRole('heading', { name: 'Purchase complete' })).toBeVisible();
  await expectBalance(page, 400);
  expect(keys.size).toBe(1);
  expect((await ask(page, accountsApi.getProfile)).purchasedGiftCards).toHaveLength(1);
});

test('missing coins are shown before and after trying, with a link to more', { tag: '@long' }, async ({
  page,
  app,
  problems,
}) => {
  problems.expect(/status of 402/);
  const card = await putOnSale(app, { gcCoin: 300 });
  const { email } = await signIn(page, { to: '/robots.txt' });
  await addToCart(page, card);
  await page.goto('/cart');
  await expect(page.getByText('Left after the purchase')).toBeVisible();
  // The coins are spent elsewhere, and this page doesn't know.
  await takeCoins(app, email, 450);
  await page.getByRole('button', { name: 'Purchase Now' }).click();
  await expect(page.getByText('Nothing was bought: not enough coins')).toBeVisible();
  await expect(page.getByText('You need 250 more coins for this cart.')).toBeVisible();
  await expectBalance(page, 50);
  await expect(page.locator(':focus')).toContainText('You need 250 more coins');
  await page.reload();
  await expect(page.getByText('You need 250 more coins for this cart.')).toBeVisible();
  await page.getByRole('link', { name: 'Buy Coins Now' }).click();
  await page.waitForURL(({ pathname }) => pathname === '/trade-coins');
  await giveCoins(app, email, 400);
  await page.goto('/cart');
  await page.getByRole('button', { name: 'Purchase Now' }).click();
  await expect(page.getByRole('heading', { name: 'Purchase complete' })).toBeVisible();
});

async function buyByHand(page: Page, app: RunningApp): Promise<CardOnSale> {
  const card = await putOnSale(app, { codes: 0, isFulfilledByHand: true, promiseHours: 48 });
  await signIn(page);
  await addToCart(page, card);
  await expect(page.getByText('By hand, within 48 hours')).toBeVisible();
  await page.goto('/cart');
  await page.getByRole('button', { name: 'Purchase Now' }).click();
  const bought = page.getByRole('region', { name: 'Your gift cards' });
  await expect(bought).toContainText('On its way');
  await expect(bought).toContainText('Delivered by hand, in 2 days at the latest');
  await expectBalance(page, 400);
  return card;
}

test('a card delivered manually is on its way until its code reaches the open page', {
  tag: '@long',
}, async ({ page, app }) => {
  const card = await buyByHand(page, app);
  const code = `HAND-${uniqueName()}`;
  await deliverByHand(app, page, code);
  await expect(page.getByText(`Your gift card ${card.title} is ready`)).toBeVisible();
  await page.getByRole('button', { name: 'Show code' }).click();
  await expect(page.getByRole('region', { name: 'Your gift cards' })).toContainText(code);
});

test('a card not delivered in time is refunded in coins', { tag: '@long' }, async ({ page, app }) => {
  const card = await buyByHand(page, app);
  await page.goto('/profile');
  await expect(page.getByText('On its way')).toBeVisible();
  await refundByHand(app, page);
  await expect(
    page.getByText(`We refunded your gift card ${card.title}: you got 100 coins back`),
  ).toBeVisible();
  await expect(page.getByText('Refunded', { exact: true })).toBeVisible();
  await expectBalance(page, 500);
});

test('the shop shows a failed list, and reloads it on request', { tag: '@long' }, async ({
  page,
  problems,
}) => {
  problems.expect(/net::ERR_FAILED/);
  await signIn(page, { to: '/robots.txt' });
  const list = await failUntilPressed(page, `**/api/v1${shopApi.list.path}`);
  await page.goto('/products');
  await expect(page.getByText('No response received from the server').first()).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('No response received from the server');
  await list.press();
  await expect(page.getByText(/^Showing /)).toBeVisible();
});
