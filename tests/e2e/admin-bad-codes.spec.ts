// SPDX-License-Identifier: Apache-2.0

import { shopApi } from '../../contract/shop.ts';
import { openDashboard } from '../support/e2e/admin.ts';
import { giveCoins } from '../support/e2e/database.ts';
import { send, signIn, uniqueName } from '../support/e2e/play.ts';
import { type CardOnSale, putAllOnSale } from '../support/e2e/shop.ts';
import { expect, test } from '../support/e2e/test.ts';

test("an administrator replaces a bad code from stock on its buyer's page", { tag: '@long' }, async ({
  page,
  app,
}) => {
  const { name, email } = await signIn(page);
  await giveCoins(app, email, 1_000);
  const title = uniqueName('Bad ');
  const [card] = (await putAllOnSale(app, [{ title }])) as [CardOnSale];
  await send(page, shopApi.checkout, {
    items: [{ giftCardId: card.id, quantity: 1, gcCoin: card.gcCoin }],
  });
  await openDashboard(page, `users?search=${email}`);
  await page.getByRole('link', { name: `Open ${name}` }).click();
  await page.getByRole('tab', { name: 'Purchases (1)' }).click();
  await page.getByRole('button', { name: `Replace the code of ${title}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Replace this code?' });
  await dialog.getByLabel('Reason').fill('The store does not take it');
  await dialog.getByRole('button', { name: 'Replace code' }).click();
  await expect(page.getByRole('dialog', { name: 'Code replaced' })).toContainText(name);
});
