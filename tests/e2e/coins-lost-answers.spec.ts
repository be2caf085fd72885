// SPDX-License-Identifier: Apache-2.0

import { arrived, begin, declinedNote, discounted, small } from '../support/e2e/coin-purchase.ts';
import {
  bank,
  cards,
  choosePackage,
  confirmElsewhere,
  fillCard,
  loseWebhooks,
  pressPay,
  watchIntents,
} from '../support/e2e/pay.ts';
import { expectBalance } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

const confirmCall = '**/v1/payment_intents/*/confirm';
const providerCalls = /\/v1\/payment_intents\//;

test('a payment with a lost answer is followed until its coins arrive', { tag: '@long' }, async ({
  page,
  problems,
}) => {
  problems.expect(/net::ERR_FAILED/);
  const intents = watchIntents(page);
  await begin(page);
  await choosePackage(page, small);
  await fillCard(page, cards.good);
  await page.route(confirmCall, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await pressPay(page);
  await expect(arrived(page)).toBeVisible();
  await expectBalance(page, 600);
  expect(intents).toHaveLength(1);
});

test('a payment with an unknown outcome prevents another package from being charged', {
  tag: '@long',
}, async ({ page, context, app, problems }) => {
  problems.expect(/net::ERR_FAILED/);
  await loseWebhooks(app, true);
  const intents = watchIntents(page);
  await begin(page);
  await choosePackage(page, small);
  await fillCard(page, cards.good);
  await page.route(providerCalls, async (route) => {
    if (route.request().url().includes('/confirm')) await route.fetch();
    await route.abort();
  });
  await pressPay(page);
  await expect(page.getByRole('heading', { name: 'Checking your payment' })).toBeVisible();
  await expectBalance(page, 500);

  // Another tab has the form, with a different purchase.
  const other = await context.newPage();
  await other.route(providerCalls, (route) => route.abort());
  const otherIntents = watchIntents(other);
  await other.goto('/trade-coins');
  await expect(other.getByText('Your last payment was interrupted')).toBeVisible();
  await choosePackage(other, discounted);
  await fillCard(other, cards.good);
  await pressPay(other);
  await expect(other.getByText('Your earlier payment went through')).toBeVisible();
  await expect(arrived(other)).toBeVisible();
  await expect(arrived(page)).toBeVisible();
  await expectBalance(page, 600);
  expect(new Set([...intents, ...otherIntents].map(({ paymentId }) => paymentId)).size).toBe(1);
  await loseWebhooks(app, false);
});

test('a payment that never reached the card provider is cancelled and paid again', { tag: '@long' }, async ({
  page,
  problems,
}) => {
  problems.expect(/net::ERR_FAILED/);
  await begin(page);
  await choosePackage(page, small);
  await fillCard(page, cards.good);
  await page.route(providerCalls, (route) => route.abort());
  await pressPay(page);
  await page.getByRole('button', { name: 'Cancel this payment' }).click();
  await expect(page.getByRole('heading', { name: 'Payment not completed' })).toBeVisible();
  await page.getByRole('button', { name: 'Choose a package' }).click();
  await page.unroute(providerCalls);
  await choosePackage(page, small);
  await fillCard(page, cards.good);
  await pressPay(page);
  await expect(arrived(page)).toBeVisible();
  await expectBalance(page, 600);
});

test("a reload during the bank's confirmation continues the same payment", { tag: '@long' }, async ({
  page,
  problems,
}) => {
  problems.expect(declinedNote);
  const intents = watchIntents(page);
  await begin(page);
  await choosePackage(page, small);
  await fillCard(page, cards.asksTheBank);
  await pressPay(page);
  await expect(bank(page).question).toBeVisible();
  await page.reload();
  await expect(page.getByText('Your last payment was interrupted')).toBeVisible();
  await expect(page.getByText('you weren’t charged')).toBeVisible();
  await expect(page.getByLabel('Package', { exact: true }).locator('option:checked')).toHaveText(small);
  await fillCard(page, cards.good);
  await pressPay(page);
  await expect(arrived(page)).toBeVisible();
  await expectBalance(page, 600);
  expect(new Set(intents.map(({ paymentId }) => paymentId)).size).toBe(1);
});

test('a payment that succeeded while the page was closed is found', { tag: '@long' }, async ({
  page,
  app,
}) => {
  const intents = watchIntents(page);
  await begin(page);
  await choosePackage(page, small);
  await fillCard(page, cards.asksTheBank);
  await pressPay(page);
  await expect(bank(page).question).toBeVisible();
  await page.goto('/profile');
  await confirmElsewhere(app, intents[0]?.clientSecret ?? '');
  await expectBalance(page, 600);
  await page.goto('/trade-coins');
  await expect(arrived(page)).toBeVisible();
  await expectBalance(page, 600);
});
