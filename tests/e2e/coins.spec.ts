// SPDX-License-Identifier: Apache-2.0

import { arrived, begin, declinedNote, discounted, small, waiting } from '../support/e2e/coin-purchase.ts';
import { failUntilPressed } from '../support/e2e/fail-until-pressed.ts';
import {
  bank,
  cards,
  choosePackage,
  fillCard,
  loseWebhooks,
  pressPay,
  resendSuccess,
  watchIntents,
} from '../support/e2e/pay.ts';
import { expectBalance, stored } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

test('a player buys a package by card, and the coins arrive', async ({ page, app }) => {
  const fromProvider: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(`${app.sandboxUrl}/stripe`)) fromProvider.push(request.url());
  });
  await begin(page, '/home');
  expect(fromProvider).toEqual([]);
  // Navigates within the page, because its policy is the one that it was loaded with.
  await page.getByRole('main').getByRole('link', { name: 'Buy Coins Now' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Purchase FinalRing' })).toBeVisible();
  await expect(page.getByText('Powered by Stripe')).toBeVisible();
  expect(await page.getByLabel('Package', { exact: true }).locator('option').allInnerTexts()).toEqual([
    'Select a package',
    small,
    discounted,
    '1,000 – $ 10.00 (-10% = 9.00$)',
    '10,000 – $ 100.00 (-20% = 80.00$)',
  ]);
  await choosePackage(page, discounted);
  await fillCard(page, cards.good);
  await page.getByRole('button', { name: 'Pay $4.75', exact: true }).click();
  await expect(arrived(page)).toBeFocused();
  await expectBalance(page, 1_000);
  expect(await stored(page, 'payment')).toBeNull();
  expect(fromProvider).toContain(`${app.sandboxUrl}/stripe/v3.js`);

  await page.getByRole('link', { name: 'See transactions' }).click();
  await expect(page.getByRole('row', { name: /Bought GC_500.*Coin Purchase.*Success.*\+500/ })).toHaveCount(
    1,
  );
});

test('a second card after a declined one pays the same intent', { tag: '@long' }, async ({
  page,
  problems,
}) => {
  problems.expect(declinedNote);
  const intents = watchIntents(page);
  await begin(page);
  await choosePackage(page, small);
  await fillCard(page, cards.declined);
  await pressPay(page);
  await expect(page.getByRole('alert')).toContainText('Payment Failed');
  await expect(page.getByText('Your card was declined.')).toHaveCount(2);
  await fillCard(page, cards.good);
  await pressPay(page);
  await expect(arrived(page)).toBeVisible();
  await expectBalance(page, 600);
  expect(intents).toHaveLength(2);
  expect(intents[1]).toEqual(intents[0]);

  // The next click starts a new purchase.
  await page.getByRole('button', { name: 'Buy another package' }).click();
  await expect(page.getByLabel('Package', { exact: true })).toHaveValue('');
  await choosePackage(page, small);
  await fillCard(page, cards.good);
  await pressPay(page);
  await expectBalance(page, 700);
  expect(intents[2]?.paymentId).not.toBe(intents[0]?.paymentId);
});

test("a payment fails when the bank's confirmation is refused, and succeeds when it is given", {
  tag: '@long',
}, async ({ page, problems }) => {
  problems.expect(declinedNote);
  await begin(page);
  await choosePackage(page, small);
  await fillCard(page, cards.asksTheBank);
  await pressPay(page);
  await bank(page).refuse();
  await expect(page.getByRole('alert')).toContainText('Payment Failed');
  await expectBalance(page, 500);
  await pressPay(page);
  await bank(page).confirm();
  await expect(arrived(page)).toBeVisible();
  await expectBalance(page, 600);
});

test('missing input is reported before an intent is requested', { tag: '@long' }, async ({ page }) => {
  const intents = watchIntents(page);
  await begin(page);
  const choice = page.getByLabel('Package', { exact: true });
  await expect(choice).toHaveValue('');
  await pressPay(page);
  await expect(page.getByText('Please select a package')).toBeVisible();
  await expect(choice).toBeFocused();
  await choosePackage(page, small);
  await expect(page.getByText('Please select a package')).toBeHidden();
  await pressPay(page);
  await expect(page.getByText('Please enter your card details')).toBeVisible();
  await fillCard(page, '4242 4242 4242 4241');
  await expect(page.getByText('Your card number is invalid.')).toBeVisible();
  await pressPay(page);
  await expect(page.getByText('Your card number is invalid.')).toBeVisible();
  expect(intents).toEqual([]);
});

test('an unreachable card provider is reported, and loaded on request', { tag: '@long' }, async ({
  page,
  app,
  problems,
}) => {
  problems.expect(/net::ERR_FAILED/);
  const script = `${app.sandboxUrl}/stripe/v3.js`;
  await page.route(script, (route) => route.abort());
  await begin(page);
  await expect(page.getByText('Stripe didn’t load.')).toBeVisible();
  await choosePackage(page, small);
  await pressPay(page);
  await expect(page.getByText('Stripe has not loaded yet. Please try again.')).toHaveCount(2);
  await page.unroute(script);
  await page.getByRole('button', { name: 'Try again' }).click();
  await fillCard(page, cards.good);
  await pressPay(page);
  await expect(arrived(page)).toBeVisible();
});

test('refusals by the server are shown', { tag: '@long' }, async ({ page, problems }) => {
  problems.expect(/net::ERR_FAILED|status of 409/);
  const prices = await failUntilPressed(page, '**/trade-coin/get-all-coins');
  await begin(page);
  await expect(page.getByText('Failed to fetch pricing options')).toBeVisible();
  await prices.press();
  await choosePackage(page, small);
  await fillCard(page, cards.good);

  const answers = [
    { status: 200, json: { message: 'OK', success: true, data: {} } },
    { status: 409, json: { message: 'This package is gone.', code: 'package_unavailable' } },
    { status: 200, json: { message: 'OK', success: true, data: { clientSecret: '', paymentId: '' } } },
  ];
  const says = [
    'Invalid response from payment intent API',
    'This package is gone.',
    'Invalid response from payment intent API',
  ];
  let place = 0;
  await page.route('**/transaction/create-intent', (route) => route.fulfill(answers[place++] ?? {}));
  for (const text of says) {
    await pressPay(page);
    await expect(page.getByRole('alert').filter({ hasText: 'Payment Error' })).toContainText(text);
  }
  await page.unroute('**/transaction/create-intent');
  await pressPay(page);
  await expect(arrived(page)).toBeVisible();
  await expectBalance(page, 600);
});

test.describe('while webhooks of the payment are lost', () => {
  test.beforeEach(({ app }) => loseWebhooks(app, true).then(() => {}));
  test.afterEach(({ app }) => loseWebhooks(app, false).then(() => {}));

  test('the page waits, finds the payment again after a reload, and pays once', { tag: '@long' }, async ({
    page,
    app,
  }) => {
    const intents = watchIntents(page);
    await begin(page);
    await choosePackage(page, small);
    await fillCard(page, cards.good);
    await pressPay(page);
    await expect(waiting(page)).toBeVisible();
    await expectBalance(page, 500);
    await page.reload();
    await expect(waiting(page)).toBeVisible();
    await page.getByRole('link', { name: 'Shop', exact: true }).first().click();
    await page.goto('/trade-coins');
    await expect(waiting(page)).toBeVisible();
    expect(intents).toHaveLength(1);

    await loseWebhooks(app, false);
    await resendSuccess(app, intents[0]?.clientSecret ?? '');
    await expect(arrived(page)).toBeVisible();
    await expectBalance(page, 600);
    await page.reload();
    await expect(page.getByLabel('Package', { exact: true })).toBeVisible();
    expect(intents).toHaveLength(1);
  });

  test('the page polls when the live stream is broken too', { tag: '@long' }, async ({
    page,
    app,
    problems,
  }) => {
    problems.expect(/net::ERR_FAILED/);
    await page.route('**/api/v1/live', (route) => route.abort());
    const intents = watchIntents(page);
    await begin(page);
    await choosePackage(page, small);
    await fillCard(page, cards.good);
    await pressPay(page);
    await expect(waiting(page)).toBeVisible();
    await loseWebhooks(app, false);
    await resendSuccess(app, intents[0]?.clientSecret ?? '');
    await expect(arrived(page)).toBeVisible();
    await expectBalance(page, 600);
  });
});
