// SPDX-License-Identifier: Apache-2.0

import { expectFitsNarrow, expectSound } from '../support/e2e/accessible.ts';
import { expectBalance, signIn, uniqueName } from '../support/e2e/play.ts';
import {
  addToCart,
  type CardOnSale,
  getRow,
  putAllOnSale,
  putOnSale,
  takeOffSale,
} from '../support/e2e/shop.ts';
import { expect, test } from '../support/e2e/test.ts';
import { patient } from '../support/patience.ts';

test('search, type, order and page are in the address and can be shared', { tag: '@long' }, async ({
  page,
  app,
}) => {
  const word = uniqueName('w').toLowerCase();
  const places = Array.from({ length: 14 }, (_, index) => index + 1);
  await putAllOnSale(
    app,
    places.map((place) => ({
      title: `Item ${place} ${word}`,
      type: place === 14 ? `t-${word}` : 'dota',
      gcCoin: 100 - place,
      codes: 0,
    })),
  );
  await signIn(page, { to: '/products' });
  const titles = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(page.getByText(/^Showing 1–12 of \d+ results$/)).toBeVisible();
  await page.getByLabel('Search gift cards').fill(`  ${word.toUpperCase()} `);
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByText('Showing 1–12 of 14 results')).toBeVisible();
  await expect(titles).toHaveCount(12);
  await expect(titles.first()).toHaveText(`Item 14 ${word}`);
  await page.getByLabel('Sort by').selectOption('Highest price');
  await expect(titles.first()).toHaveText(`Item 1 ${word}`);
  await page.getByRole('link', { name: 'Page 2' }).click();
  await expect(page.getByText('Showing 13–14 of 14 results')).toBeVisible();
  await expect(titles).toHaveText([`Item 13 ${word}`, `Item 14 ${word}`]);
  await expect.poll(() => page.evaluate<number>('scrollY')).toBe(0);
  const address = new URL(page.url());
  expect(Object.fromEntries(address.searchParams)).toEqual({
    q: word.toUpperCase(),
    sort: 'price-down',
    page: '2',
  });

  const shared = await page.context().newPage();
  await shared.goto(page.url());
  await expect(shared.getByText('Showing 13–14 of 14 results')).toBeVisible();
  await shared.close();

  await page.getByLabel('Gift card type').selectOption(`t-${word}`);
  await expect(page.getByText('Showing 1–1 of 1 result')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('Showing 13–14 of 14 results')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('Showing 1–12 of 14 results')).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Sort by')).toHaveValue('newest');

  await page.getByLabel('Search gift cards').fill('nothing is called so');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No gift card matches')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByLabel('Search gift cards')).toHaveValue('');
  await expect(titles.first()).toHaveText(`Item 14 ${word}`);
});

test('a refresh shows new cards, and sold-out cards cannot be added to the cart', { tag: '@long' }, async ({
  page,
  app,
}) => {
  await signIn(page, { to: '/robots.txt' });
  const word = uniqueName('r');
  const soldOut = await putOnSale(app, { title: `Old ${word}`, codes: 0 });
  await page.goto(`/products?q=${word}`);
  const card = page.getByRole('listitem').filter({ hasText: soldOut.title });
  await expect(card).toContainText('Sold out');
  await expect(card.getByText('NEW')).toBeHidden();
  await expect(card.getByRole('button', { name: 'ADD TO CART' })).toBeDisabled();
  const fresh = await putOnSale(app, { title: `New ${word}` });
  // The server serves the list from memory, and learns of a new card a moment later.
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText('Showing 1–2 of 2 results')).toBeVisible({ timeout: patient(1_000) });
  }).toPass();
  await expect(
    page.getByRole('listitem').filter({ hasText: fresh.title }).getByText('NEW', { exact: true }),
  ).toBeVisible();
});

test('the shop shows when it is loading or empty', { tag: '@long' }, async ({ page }) => {
  await signIn(page, { to: '/robots.txt' });
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/v1/gift-card/get', async (route) => {
    await answered.promise;
    await route.fulfill({ json: { message: 'OK', data: [] } });
  });
  await page.goto('/products');
  await expect(page.getByText('Loading gift cards...')).toBeAttached();
  answered.resolve();
  await expect(page.getByText('No gift cards available.')).toBeVisible();
});

test('a player buys a card and reveals its code by keyboard alone', { tag: '@long' }, async ({
  page,
  app,
}) => {
  const card = await putOnSale(app);
  await signIn(page, { to: '/products' });
  await page.getByLabel('Search gift cards').focus();
  await page.keyboard.type(card.title);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Showing 1–1 of 1 result')).toBeVisible();
  await page.getByRole('button', { name: 'ADD TO CART' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 in cart')).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Cart' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('spinbutton').focus();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('heading', { name: 'Cart (2)' })).toBeVisible();
  await page.getByRole('button', { name: 'Purchase Now' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Purchase complete' })).toBeFocused();
  const show = page.getByRole('button', { name: 'Show code' }).first();
  await show.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Hide code' })).toBeFocused();
});

test('a cart with unavailable cards and its purchases are accessible and fit the screen', {
  tag: '@long',
}, async ({ page, app }) => {
  const cards = await putAllOnSale(app, [
    { title: `${uniqueName('Long ')} of a rather talkative store` },
    { codes: 0, isFulfilledByHand: true },
    {},
  ]);
  const [long, byHand, gone] = cards as [CardOnSale, CardOnSale, CardOnSale];
  await signIn(page, { to: '/robots.txt' });
  for (const card of cards) await addToCart(page, card, card === long ? 2 : 1);
  await takeOffSale(app, gone);
  await page.goto('/cart');
  await expect(getRow(page, gone)).toContainText('No longer on sale');
  await expectBalance(page, 500);
  await expectSound(page);
  await getRow(page, gone)
    .getByRole('button', { name: /^Remove it/ })
    .click();
  await page.getByRole('button', { name: 'Purchase Now' }).click();
  await expect(page.getByRole('heading', { name: 'Purchase complete' })).toBeVisible();
  await page.getByRole('button', { name: 'Show code' }).first().click();
  await expect(page.getByRole('button', { name: 'Hide code' })).toBeVisible();
  await expectBalance(page, 200);
  await expectSound(page);
  await page.goto('/profile');
  await expect(page.getByText(byHand.title)).toBeVisible();
  await expectFitsNarrow(page);
});
