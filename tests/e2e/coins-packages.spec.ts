// SPDX-License-Identifier: Apache-2.0

import { expectFitsNarrow } from '../support/e2e/accessible.ts';
import { arrived, begin, small } from '../support/e2e/coin-purchase.ts';
import { cards, choosePackage, fillCard, pressPay } from '../support/e2e/pay.ts';
import { expect, test } from '../support/e2e/test.ts';

test('package tiles show the price and the saving, and select the same as the list', {
  tag: '@long',
}, async ({ page }) => {
  await begin(page);
  const tiles = page.getByRole('group', { name: 'Choose a package' }).getByRole('radio');
  const list = page.getByLabel('Package', { exact: true });
  const names = [
    '100 Gamer Coins $1.00',
    '500 Gamer Coins $4.75 -5%',
    '1,000 Gamer Coins $9.00 -10%',
    'Best value 10,000 Gamer Coins $80.00 -20%',
  ];
  for (const [place, name] of names.entries()) await expect(tiles.nth(place)).toHaveAccessibleName(name);
  await expect(tiles.and(page.locator(':checked'))).toHaveCount(0);

  const chosen = () => tiles.evaluateAll((all) => all.findIndex((tile) => tile.matches(':checked')));
  await tiles.first().focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  expect(await chosen()).toBe(1);
  await expect(tiles.nth(1)).toBeFocused();
  await expect(list.locator('option:checked')).toHaveText('500 – $ 5.00 (-5% = 4.75$)');
  await expect(page.getByRole('button', { name: 'Pay $4.75', exact: true })).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowLeft');
  expect(await chosen()).toBe(3);
  await choosePackage(page, small);
  expect(await chosen()).toBe(0);
  // By its label, as users click it.
  await page.getByText('$9.00').click();
  await expect(list.locator('option:checked')).toHaveText(/^1,000 /);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFitsNarrow(page);
});

test('the cheapest packages that cover the missing coins are preselected, unless too many coins are left over', {
  tag: '@long',
}, async ({ page }) => {
  const choice = page.getByLabel('Package', { exact: true }).locator('option:checked');
  await begin(page, '/trade-coins?need=101');
  await expect(choice).toHaveText('2 × 100 – $ 2.00');
  await expect(page.getByText('You need 101 more coins. This leaves you 99 to spare.')).toBeVisible();
  await expect(
    page.getByRole('radio', { name: 'Cheapest 200 Gamer Coins $2.00 Two packs of 100 coins' }),
  ).toBeChecked();
  await page.goto('/trade-coins?need=40');
  await expect(page.getByText('You need 40 more coins.')).toBeVisible();
  await expect(choice).toHaveText('Select a package');
  await page.goto('/trade-coins?need=nonsense');
  await expect(choice).toHaveText('Select a package');
});

test('a cart that is too expensive leads to the missing coins and back', { tag: '@long' }, async ({
  page,
}) => {
  await begin(page, '/products?sort=price-down');
  await page
    .getByRole('button', { name: /^ADD TO CART/ })
    .first()
    .click();
  await page.goto('/cart');
  const sent: string[] = [];
  page.on('request', (request) => request.url().endsWith('/cart/checkout') && sent.push(request.url()));
  const missing = await page.getByText(/^You need [\d,]+ more coins for this cart/).textContent();
  const offer = page.getByText('One pack of 10,000 coins covers it for $80, with 700 to spare.');
  await expect(offer).toBeVisible();
  await expect(page.getByText('Nothing was bought: not enough coins')).toBeHidden();
  await page.setViewportSize({ width: 390, height: 700 });
  await page.getByRole('button', { name: 'Purchase Now' }).filter({ visible: true }).click();
  await expect(page.getByText('Nothing was bought: not enough coins')).toBeInViewport({ ratio: 1 });
  await expect(offer).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate('document.activeElement.textContent')).toContain(missing);
  const ways = page.getByRole('main').getByRole('link', { name: 'Buy Coins Now' });
  await expect(ways).toHaveCount(1);
  await expect(ways).toBeInViewport({ ratio: 1 });
  expect(sent).toEqual([]);
  await ways.click();
  await expect(page.getByText(`${missing?.split(' for this')[0]}. This leaves you`)).toBeVisible();
  await fillCard(page, cards.good);
  await pressPay(page);
  await expect(arrived(page)).toBeVisible();
  await page.getByRole('link', { name: 'Back to your cart' }).click();
  await expect(page.getByRole('heading', { name: 'Cart (1)' })).toBeVisible();
  await expect(page.getByText(/more coins for this cart/)).toBeHidden();
});

test('a cart short of 1,950 coins gets two packages of 1,000 in one payment', { tag: '@long' }, async ({
  page,
}) => {
  await begin(page, '/products?q=25');
  await page
    .getByRole('listitem')
    .filter({ hasText: '2,450' })
    .getByRole('button', { name: /^ADD TO CART/ })
    .click();
  await page.goto('/cart');
  await expect(page.getByText('Two packs of 1,000 coins cover it for $18, with 50 to spare.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Buy Coins Now' }).click();
  await fillCard(page, cards.good);
  await expect(page.getByRole('button', { name: 'Pay $18.00', exact: true })).toBeVisible();
  await pressPay(page);
  await expect(arrived(page)).toBeVisible();
  await page.goto('/transactions?tab=history');
  await expect(page.getByText('Bought 2 × GC_1000', { exact: true }).filter({ visible: true })).toBeVisible();
});

for (const { purpose, link, leadsTo } of [
  { purpose: 'for=challenge', link: 'View Challenges', leadsTo: '**/home#challenges' },
  { purpose: 'for=card&card=abc', link: 'Back to the gift card', leadsTo: '**/products/abc' },
  { purpose: 'for=cart', link: 'Back to your cart', leadsTo: '**/cart' },
  { purpose: 'for=//evil.test', link: 'Browse Gift Cards', leadsTo: '**/products' },
]) {
  test(`the coins page with ${purpose} links back to where coins were missing`, { tag: '@long' }, async ({
    page,
    problems,
  }) => {
    // No card has the given id.
    problems.expect(/status of 400/);
    await begin(page, `/trade-coins?need=101&${purpose}`);
    await fillCard(page, cards.good);
    await pressPay(page);
    await expect(arrived(page)).toBeVisible();
    await page.getByRole('link', { name: link }).click();
    await page.waitForURL(leadsTo);
  });
}
