// SPDX-License-Identifier: Apache-2.0

import { cards, choosePackage, fillCard } from '../support/e2e/pay.ts';
import { expectBalance, signIn } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';
import { translate } from '../support/e2e/translation.ts';

const broken = /Somethingen wenten/;

test('a player buys coins on a browser-translated page, and the balance follows', { tag: '@long' }, async ({
  page,
}) => {
  await signIn(page, { to: '/trade-coins' });
  await expectBalance(page, 500);
  await choosePackage(page, '500 – $ 5.00 (-5% = 4.75$)');
  await fillCard(page, cards.good);
  await translate(page);
  await page.getByRole('button', { name: 'Payen $4.75' }).click();
  await expect(page.getByRole('heading', { name: 'Youen goten youren coinsen' })).toBeVisible();
  // The visible text, because browsers don't translate the label.
  await expect(page.getByRole('banner').getByText('1,000', { exact: true })).toBeVisible();
  await expect(page.getByRole('banner').getByText('500', { exact: true })).toHaveCount(0);
});

test('buttons, dialogs and other screens work on a translated page', { tag: '@long' }, async ({ page }) => {
  await signIn(page, { to: '/products' });
  await expect(page.getByText(/^Showing /)).toBeVisible();
  await translate(page);
  await page.getByRole('button', { name: 'Refreshen' }).click();
  await page
    .getByRole('button', { name: /^ADDen TOen CARTen/ })
    .first()
    .click();
  await expect(page.getByText(/^1 inen carten$/)).toBeVisible();
  await page.getByRole('button', { name: 'Open profile menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Myen Profileen' }).click();
  await page.getByRole('button', { name: 'Generateen Tokenen' }).click();
  await expect(page.getByRole('dialog').getByText(/^Expiresen inen/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goBack();
  await expect(page.getByText(/^Showingen /)).toBeVisible();
  await expect(page.getByText(broken)).toHaveCount(0);
});
