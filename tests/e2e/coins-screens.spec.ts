// SPDX-License-Identifier: Apache-2.0

import type { Page } from '@playwright/test';
import { expectSound } from '../support/e2e/accessible.ts';
import { discounted } from '../support/e2e/coin-purchase.ts';
import { cards, choosePackage, fillCard, loseWebhooks, pressPay } from '../support/e2e/pay.ts';
import { signIn } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

const arrived = (page: Page) => page.getByRole('heading', { name: 'You got your coins' });
const waiting = (page: Page) => page.getByText('Paid. Your coins arrive when the bank confirms it.');
/** The browser logs each error answer of the provider. */
const declinedNote = /status of 402/;

test('every state of a payment is accessible and fits the screen', { tag: '@long' }, async ({
  page,
  app,
  problems,
}) => {
  problems.expect(declinedNote);
  await signIn(page, { to: '/trade-coins' });
  await pressPay(page);
  await expect(page.getByText('Please select a package')).toBeVisible();
  await expectSound(page);
  await choosePackage(page, discounted);
  await fillCard(page, cards.declined);
  await pressPay(page);
  await expect(page.getByRole('alert')).toBeVisible();
  await expectSound(page);
  await loseWebhooks(app, true);
  await fillCard(page, cards.good);
  await pressPay(page);
  await expect(waiting(page)).toBeVisible();
  await loseWebhooks(app, false);
  await expectSound(page);
  await page.route('**/transaction/payments/*', async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    json.data.status = 'credited';
    await route.fulfill({ response, json });
  });
  await expect(arrived(page)).toBeVisible();
  await expectSound(page);
});
