// SPDX-License-Identifier: Apache-2.0

import { shopApi } from '../../contract/shop.ts';
import { expectNothingClipped, expectSound } from '../support/e2e/accessible.ts';
import { signIn } from '../support/e2e/play.ts';
import { putOnSale, restock } from '../support/e2e/shop.ts';
import { expect, test } from '../support/e2e/test.ts';

const asking = { name: 'Notify me when back' };
const takingBack = { name: 'Don’t notify me' };

test('a restock alert notifies the player, and the card can be bought again', {
  tag: '@long',
}, async ({ page, context, app }) => {
  const card = await putOnSale(app, { codes: 0 });
  await signIn(page, { to: `/products/${card.id}` });
  const add = page.getByRole('button', { name: 'ADD TO CART' }).first();
  await expect(add).toBeDisabled();
  await page.getByRole('button', asking).click();
  await expect(page.getByRole('button', takingBack)).toBeFocused();
  await expect(page.getByText('We’ll notify you once')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', takingBack)).toBeVisible();
  await expectSound(page);

  const elsewhere = await context.newPage();
  await elsewhere.goto('/events');
  await expect(elsewhere.getByRole('button', { name: /^Notifications/ })).toBeVisible();
  await restock(app, card);
  await expect(add).toBeEnabled();
  await expect(page.getByRole('button', takingBack)).toBeHidden();
  await elsewhere.getByRole('button', { name: /^Notifications/ }).click();
  const told = elsewhere
    .getByRole('dialog', { name: 'Notifications' })
    .getByRole('link', { name: /Back in stock/ });
  await expect(told).toContainText(`You can buy ${card.title} again.`);
  await told.click();
  await elsewhere.waitForURL(`**/products/${card.id}`);
});

test('an alert is withdrawn by keyboard, and a failed withdrawal says that nothing changed', {
  tag: '@long',
}, async ({ page, app, problems }) => {
  problems.expect(/status of 500/);
  const card = await putOnSale(app, { codes: 0 });
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, { to: `/products/${card.id}` });
  await page.getByRole('button', asking).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', takingBack)).toBeFocused();
  await expectNothingClipped(page);
  const url = `**/api/v1${shopApi.withdrawAlert.path.replace(':id', card.id)}`;
  const broken = { status: 500, json: { message: 'Something went wrong', code: 'internal' } };
  await page.route(url, (route) => route.fulfill(broken));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Nothing was changed');
  await page.unroute(url);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', asking)).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
});

test('a card that is already back says so instead of storing an alert', { tag: '@long' }, async ({
  page,
  app,
  problems,
}) => {
  problems.expect(/status of 409|net::ERR_FAILED/);
  const card = await putOnSale(app, { codes: 0 });
  // The page must not be notified before the press.
  await page.route('**/api/v1/live', (route) => route.abort());
  await signIn(page, { to: `/products/${card.id}` });
  await expect(page.getByRole('button', asking)).toBeVisible();
  await restock(app, card);
  await page.getByRole('button', asking).click();
  await expect(page.getByRole('button', { name: 'ADD TO CART' }).first()).toBeEnabled();
  await expect(page.getByRole('button', asking)).toBeHidden();
});
