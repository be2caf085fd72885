// SPDX-License-Identifier: Apache-2.0

import type { Route } from '@playwright/test';
import { accountsApi } from '../../contract/accounts.ts';
import { shopApi } from '../../contract/shop.ts';
import { giveCoins } from '../support/e2e/database.ts';
import { ask, expectBalance, signIn, stored } from '../support/e2e/play.ts';
import { addToCart, changePrice, getRow, putOnSale, takeOffSale } from '../support/e2e/shop.ts';
import { expect, test } from '../support/e2e/test.ts';
import { patient } from '../support/patience.ts';

test('quantities follow the rules, a removal can be undone, and the cart survives a reload', async ({
  page,
  app,
}) => {
  const one = await putOnSale(app, { gcCoin: 10 });
  const two = await putOnSale(app, { gcCoin: 20 });
  await signIn(page, { to: '/robots.txt' });
  await addToCart(page, one);
  await addToCart(page, two);
  await page.goto('/cart');
  const row = getRow(page, one);
  const quantity = row.getByRole('spinbutton');
  await row.getByRole('button', { name: /more$/ }).click();
  await row.getByRole('button', { name: /more$/ }).click();
  await row.getByRole('button', { name: /less$/ }).click();
  await expect(quantity).toHaveValue('2');
  await quantity.fill('12');
  await expect(row).toContainText('120');
  for (const [typed, becomes] of [
    ['0', '1'],
    ['7', '7'],
    ['-3', '1'],
    ['2.9', '2'],
    ['', '1'],
  ] as const) {
    await quantity.fill(typed);
    await quantity.blur();
    await expect(quantity, typed).toHaveValue(becomes);
  }
  const less = row.getByRole('button', { name: /less$/ });
  await expect(less).toBeDisabled();
  await quantity.fill('2');
  await less.press('Enter');
  await expect(quantity).toHaveValue('1');
  await expect(less).toBeFocused();
  await quantity.fill('5');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Cart (6)' })).toBeVisible();
  // Nothing overflows the page or the table, at 200 % zoom of 1280 and on the narrowest desktop.
  for (const width of [640, 1024]) {
    await page.setViewportSize({ width, height: 720 });
    for (const part of [page.locator('html'), page.getByRole('table').locator('..')]) {
      expect(await part.evaluate((box) => box.scrollWidth - box.clientWidth), `${width}`).toBe(0);
    }
  }

  await row.getByRole('button', { name: /^Remove/ }).click();
  await expect(row).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(quantity).toHaveValue('5');
  await expect(page.getByRole('row').nth(1)).toContainText(one.title);
});

test('all tabs share one cart, and a logout empties it', { tag: '@long' }, async ({ page, context, app }) => {
  const card = await putOnSale(app);
  await signIn(page, { to: '/robots.txt' });
  const other = await context.newPage();
  await other.goto('/cart');
  await expect(other.getByText('Your cart is empty')).toBeVisible();
  await addToCart(page, card);
  await expect(getRow(other, card)).toBeVisible();
  await other.getByRole('button', { name: /^Remove/ }).click();
  await expect(page.getByText('1 in cart')).toBeHidden();
  await page.getByRole('button', { name: 'ADD TO CART' }).click();
  const toast = page.locator('[data-sonner-toast]');
  await expect(toast).toBeVisible();
  await page.getByRole('button', { name: /^Open profile menu/ }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL(({ pathname }) => pathname === '/');
  // Earlier than it would disappear by itself.
  await expect(toast).toHaveCount(0, { timeout: patient(2_000) });
  expect(await stored(page, 'cart')).toBeNull();
  await signIn(page, { to: '/cart' });
  await expect(page.getByText('Your cart is empty')).toBeVisible();
});

test('each changed line explains what changed in the shop and can be fixed in place', {
  tag: '@long',
}, async ({ page, app, problems }) => {
  problems.expect(/status of 409/);
  const dearer = await putOnSale(app, { gcCoin: 50 });
  const scarce = await putOnSale(app, { gcCoin: 10, codes: 2 });
  const gone = await putOnSale(app, { gcCoin: 10 });
  const { email } = await signIn(page, { to: '/robots.txt' });
  await giveCoins(app, email, 400);
  await addToCart(page, dearer);
  await addToCart(page, scarce, 3);
  await addToCart(page, gone);
  await page.goto('/cart');
  await expectBalance(page, 900);
  await expect(page.getByText('Left after the purchase')).toBeVisible();
  // The page may read the prices more than once, so they change only after it has sent what it knows.
  const changeShop = async (route: Route) => {
    await changePrice(app, dearer, 60);
    await takeOffSale(app, gone);
    await route.continue();
  };
  await page.route(`**/api/v1${shopApi.checkout.path}`, changeShop, { times: 1 });

  const buy = page.getByRole('button', { name: 'Purchase Now' });
  await buy.click();
  await expect(page.getByText('Nothing was bought', { exact: true })).toBeVisible();
  const sent: string[] = [];
  page.on('request', (request) => request.url().endsWith('/cart/checkout') && sent.push(request.url()));
  await buy.click();
  await expect(page.locator(':focus')).toContainText('The price changed from 50 to 60 coins');
  expect(sent).toEqual([]);
  await expect(getRow(page, dearer)).toContainText('The price changed from 50 to 60 coins');
  await getRow(page, dearer).getByRole('button', { name: 'Accept 60' }).click();
  await expect(getRow(page, gone)).toContainText('No longer on sale');
  await getRow(page, gone)
    .getByRole('button', { name: /^Remove it/ })
    .click();
  await expect(getRow(page, gone)).toBeHidden();

  await expect(getRow(page, scarce)).toContainText('Only 2 left');
  await getRow(page, scarce).getByRole('button', { name: 'Take 2' }).click();
  await buy.click();
  await expect(page.getByRole('heading', { name: 'Purchase complete' })).toBeVisible();
  await expectBalance(page, 900 - 60 - 20);
  expect((await ask(page, accountsApi.getProfile)).purchasedGiftCards).toHaveLength(3);
});

test('a changed price is announced in its line before the purchase', async ({ page, app }) => {
  const card = await putOnSale(app, { gcCoin: 50 });
  await signIn(page, { to: '/robots.txt' });
  await addToCart(page, card);
  await changePrice(app, card, 45);
  await page.goto('/cart');
  await expect(getRow(page, card)).toContainText('The price changed from 50 to 45 coins.');
  await page.getByRole('button', { name: 'Purchase Now' }).click();
  await expect(page.getByRole('heading', { name: 'Purchase complete' })).toBeVisible();
  await expectBalance(page, 455);
});

test('a quantity above the limit of one purchase is reported before sending', { tag: '@long' }, async ({
  page,
  app,
}) => {
  const card = await putOnSale(app, { gcCoin: 1 });
  await signIn(page, { to: '/robots.txt' });
  await addToCart(page, card);
  await page.goto('/cart');
  await page.getByRole('spinbutton').fill('51');
  await expect(getRow(page, card)).toContainText('You can buy at most 50 cards of a kind at once');
  await page.getByRole('button', { name: 'Purchase Now' }).click();
  await expect(page.locator(':focus')).toContainText('You can buy at most 50 cards of a kind at once');
  await page.getByRole('button', { name: 'Take 50' }).click();
  await expect(page.getByRole('spinbutton')).toHaveValue('50');
  await expect(page.getByText('Fix the marked items first.')).toBeHidden();
});

test('a card taken off sale is reported before the purchase, and excluded from the missing coins', {
  tag: '@long',
}, async ({ page, app }) => {
  const kept = await putOnSale(app, { gcCoin: 100 });
  const gone = await putOnSale(app, { gcCoin: 900 });
  await signIn(page, { to: '/robots.txt' });
  await addToCart(page, kept);
  await addToCart(page, gone);
  await page.goto('/cart');
  await expect(page.getByText('You need 500 more coins for this cart.')).toBeVisible();
  await takeOffSale(app, gone);
  await page.reload();
  await expect(page.getByText('No longer on sale')).toBeVisible();
  await expect(page.getByText(/more coins for this cart/)).toBeHidden();
  await page.getByRole('button', { name: 'Purchase Now' }).click();
  await expect(page.locator(':focus')).toContainText('No longer on sale');
  await page.getByRole('button', { name: /^Remove it/ }).click();
  await page.getByRole('button', { name: 'Purchase Now' }).click();
  await expect(page.getByRole('heading', { name: 'Purchase complete' })).toBeVisible();
  await expectBalance(page, 400);
});
