// SPDX-License-Identifier: Apache-2.0

import type { Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { shopApi } from '../../contract/shop.ts';
import { expectNothingClipped, expectSound } from '../support/e2e/accessible.ts';
import { inDatabase } from '../support/e2e/database.ts';
import { failUntilPressed } from '../support/e2e/fail-until-pressed.ts';
import { expectBalance, passProvider, signIn, uniqueName } from '../support/e2e/play.ts';
import { addToCart, getRow, putAllOnSale, putOnSale, takeOffSale } from '../support/e2e/shop.ts';
import { expect, test } from '../support/e2e/test.ts';

const getTitle = (page: Page) => page.getByRole('heading', { level: 1 });
const part = (page: Page, name: string) => page.getByRole('region', { name });

test("a player moves from the list to a card's page, adds it to the cart and returns", {
  tag: '@long',
}, async ({ page, app }) => {
  const type = uniqueName('t').toLowerCase();
  const [other, card] = await putAllOnSale(app, [
    { type, title: `Other ${type}` },
    {
      type,
      title: `Season & $& ${type}`,
      description: 'The whole season',
      kind: 'pass',
      region: 'Europe',
      howToRedeem: 'Open the game.\nEnter the code.\nOpen the game.',
    },
  ]);
  if (!card || !other) throw new Error('no cards');
  await signIn(page, { to: `/products?type=${type}` });
  await page.getByRole('link', { name: card.title }).click();
  await page.waitForURL(`**/products/${card.id}`);
  await expect(getTitle(page)).toHaveText(card.title);
  await expect(page).toHaveTitle(`${card.title} · FinalRing`);
  await expect(part(page, 'About this card')).toContainText('The whole season');
  await expect(part(page, 'About this card')).toContainText(`KindPassFor${type}RegionEurope`);
  await expect(part(page, 'How it is delivered')).toContainText('the moment you buy it');
  await expect(part(page, 'How to redeem').getByRole('listitem')).toHaveText([
    'Open the game.',
    'Enter the code.',
    'Open the game.',
  ]);
  const related = part(page, 'Related gift cards');
  await expect(related.getByRole('heading', { level: 3 }).first()).toHaveText(other.title);
  await expect(page.getByText('Left after the purchase')).toBeVisible();

  const add = page.getByRole('button', { name: 'ADD TO CART' }).first();
  await add.click();
  await expect(page.getByText('1 card in your cart')).toBeVisible();
  await add.click();
  await expect(page.getByText('2 cards in your cart')).toBeVisible();
  await expectSound(page);
  await page.getByRole('main').getByRole('link', { name: 'View Cart' }).click();
  await getRow(page, card).getByRole('link', { name: card.title }).click();
  await expect(getTitle(page)).toHaveText(card.title);

  await related.getByRole('link', { name: other.title }).click();
  await expect(getTitle(page)).toHaveText(other.title);
  await expect(page).toHaveTitle(`${other.title} · FinalRing`);
  await expect(part(page, 'About this card')).toContainText('Not stated: ask us before you buy');
  await expect(part(page, 'How to redeem').getByRole('listitem')).toHaveCount(3);
  // No text of one card remains on the page of another.
  await page.goBack();
  await expect(getTitle(page)).toHaveText(card.title);
  await page.goForward();
  await expect(getTitle(page)).toHaveText(other.title);
  await expect(part(page, 'How to redeem').getByRole('listitem')).toHaveCount(3);
  await page.getByRole('link', { name: 'All gift cards' }).click();
  await expect(page.getByRole('heading', { name: 'Product List' })).toBeVisible();
});

test('a link to a card opened while signed out leads back to it', { tag: '@long' }, async ({ page, app }) => {
  const card = await putOnSale(app);
  await page.goto(`/products/${card.id}`);
  await page.waitForURL(({ pathname }) => pathname === '/');
  await page.getByRole('link', { name: 'Continue With Gmail' }).click();
  await passProvider(page, { email: `${uniqueName().toLowerCase()}@player.test`, name: 'Somebody' });
  await page.waitForURL(`**/products/${card.id}`);
  await expect(getTitle(page)).toHaveText(card.title);
});

test('an unknown, off-sale, too expensive or sold-out card says so', { tag: '@long' }, async ({
  page,
  app,
  problems,
}) => {
  problems.expect(/status of 40[04]/);
  const [off, dear, soldOut] = await putAllOnSale(app, [{}, { gcCoin: 12_500 }, { codes: 0 }]);
  if (!off || !dear || !soldOut) throw new Error('no cards');
  await signIn(page, { to: `/products/${crypto.randomUUID()}` });
  await expect(getTitle(page)).toHaveText('No such gift card');
  await expect(page).toHaveTitle('No such gift card · FinalRing');
  await page.goto('/products/nothing');
  await expect(getTitle(page)).toHaveText('No such gift card');
  await page.getByRole('link', { name: 'Browse Gift Cards' }).click();
  await expect(getTitle(page)).toHaveText('Product List');

  await takeOffSale(app, off);
  await page.goto(`/products/${off.id}`);
  await expect(page.getByText('Not on sale')).toBeVisible();
  const buying = page.getByRole('main').getByRole('button', { name: 'ADD TO CART' });
  await expect(page.getByText('You can’t buy this gift card now')).toBeVisible();

  await page.goto(`/products/${dear.id}`);
  await expect(page.getByText('You need 12,000 more coins for this card.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Buy Coins Now' })).toHaveAttribute(
    'href',
    `/trade-coins?need=12000&for=card&card=${dear.id}`,
  );
  await expectSound(page);
  await page.goto(`/products/${soldOut.id}`);
  await expect(getTitle(page)).toHaveText(soldOut.title);
  await expect(buying.first()).toBeDisabled();
});

test('the page appears complete even when the balance loads last', { tag: '@long' }, async ({
  page,
  app,
}) => {
  const card = await putOnSale(app);
  await signIn(page, { to: '/robots.txt' });
  const held = Promise.withResolvers<void>();
  await page.route('**/api/v1/auth/get-profile', async (route) => {
    await held.promise;
    await route.continue();
  });
  const answered = page.waitForResponse(`**/api/v1/gift-card/get/${card.id}`);
  await page.goto(`/products/${card.id}`);
  await (await answered).finished();
  const buying = page.getByRole('main').getByRole('button', { name: 'ADD TO CART' });
  await expect(getTitle(page)).toHaveText('Gift Card');
  await expect(buying).toHaveCount(0);
  held.resolve();
  await expect(buying.first()).toBeVisible();
});

test('the page shows that it is loading or failed', { tag: '@long' }, async ({ page, app, problems }) => {
  problems.expect(/status of 500/);
  const card = await putOnSale(app);
  await signIn(page, { to: '/robots.txt' });
  const answered = Promise.withResolvers<void>();
  const shown = await failUntilPressed(page, `**/api/v1${shopApi.page.path.replace(':id', card.id)}`, {
    fail: async (route) => {
      await answered.promise;
      await route.fulfill({ status: 500, json: { message: 'Something went wrong', code: 'internal' } });
    },
  });
  await page.goto(`/products/${card.id}`);
  await expect(page.getByText('Loading the gift card...')).toBeAttached();
  answered.resolve();
  await expect(page.getByRole('alert')).toContainText('Something went wrong');
  await shown.press();
  await expect(getTitle(page)).toHaveText(card.title);
});

test('a bought card links to its page, even after leaving the shop', { tag: '@long' }, async ({
  page,
  app,
}) => {
  const card = await putOnSale(app, {
    howToRedeem: 'Sign in at https://www.redeem.example/code.\nEnter it.',
  });
  await signIn(page, { to: '/robots.txt' });
  await addToCart(page, card);
  await page.goto('/cart');
  await page.getByRole('button', { name: 'Purchase Now' }).click();
  await expect(page.getByRole('heading', { name: 'Purchase complete' })).toBeVisible();
  const redeem = part(page, 'Redeem at redeem.example');
  await expect(redeem.getByRole('listitem')).toHaveText([
    'Sign in at https://www.redeem.example/code.',
    'Enter it.',
  ]);
  await expect(redeem.getByRole('link', { name: 'Open redeem.example' })).toHaveAttribute(
    'href',
    'https://www.redeem.example/code',
  );
  await inDatabase(app, (tx) =>
    tx.run(sql`update gift_cards set deleted_at = now(), is_active = false where id = ${card.id}`),
  );
  await page.goto('/profile');
  await page.getByRole('link', { name: card.title }).click();
  await expect(getTitle(page)).toHaveText(card.title);
  await expect(page.getByText('Not on sale')).toBeVisible();
});

test('"Affordable now" filters and counts by the balance, and is in the address', {
  tag: '@long',
}, async ({ page, app }) => {
  const word = uniqueName('w').toLowerCase();
  const prices = [...Array.from({ length: 13 }, () => 500), 501];
  await putAllOnSale(
    app,
    prices.map((gcCoin, place) => ({ title: `Item ${place} ${word}`, gcCoin })),
  );
  await signIn(page, { to: `/products?q=${word}` });
  await expectBalance(page, 500);
  await expect(page.getByText('Showing 1–12 of 14 results')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Affordable now' }).click();
  await expect(page.getByText('Showing 1–12 of 13 results')).toBeVisible();
  await page.getByRole('link', { name: 'Page 2' }).click();
  await expect(page.getByText('Showing 13–13 of 13 results')).toBeVisible();
  expect(new URL(page.url()).search).toBe(`?q=${word}&affordable=true&page=2`);
  await page.reload();
  await expect(page.getByText('Showing 13–13 of 13 results')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Affordable now' }).click();
  await expect(page.getByText('Showing 1–12 of 14 results')).toBeVisible();
});

test('phones show two cards side by side without cutting text', { tag: '@long' }, async ({ page, app }) => {
  const type = uniqueName('t').toLowerCase();
  await putAllOnSale(app, [
    { type, kind: 'subscription', description: 'Ordered for you', codes: 0, isFulfilledByHand: true },
    { type, kind: 'currency', title: 'A card of a rather talkative store', gcCoin: 1_000_000 },
  ]);
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, { to: `/products?type=${type}` });
  const cards = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') });
  await expect(cards).toHaveCount(2);
  const getTop = async (place: number) => (await cards.nth(place).boundingBox())?.y;
  expect(await getTop(0)).toBe(await getTop(1));
  await expectNothingClipped(page);
  // Cards without a picture differ in more than colour.
  const drawn = await cards
    .locator('img')
    .evaluateAll((images) => images.map((image) => image.getAttribute('src')));
  expect(new Set(drawn).size).toBe(2);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await getTop(0)).not.toBe(await getTop(1));
  await expectNothingClipped(page);
});
