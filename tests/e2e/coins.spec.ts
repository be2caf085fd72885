import type { Page } from '@playwright/test';
import { expectFitsPhones } from '../support/e2e/accessible.ts';
import {
  bank,
  cards,
  choosePackage,
  confirmElsewhere,
  fillCard,
  loseWebhooks,
  pressPay,
  resendSuccess,
  watchIntents,
} from '../support/e2e/pay.ts';
import { expectBalance, signIn, stored } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

const small = '100 – $ 1.00';
const discounted = '500 – $ 5.00 (-5% = 4.75$)';

const arrived = (page: Page) => page.getByRole('heading', { name: 'Your coins are here' });
const waiting = (page: Page) =>
  page.getByText("Paid. Your coins arrive as soon as the bank's confirmation is here");
/** The browser notes each answer of the provider that is not a success. */
const declinedNote = /status of 402/;

/** A new player with the first coins, on that screen. */
async function begin(page: Page, to = '/trade-coins'): Promise<void> {
  await signIn(page, { to });
  await expectBalance(page, 500);
}

test('a package is bought by card, and the coins arrive', async ({ page, app }) => {
  const fromProvider: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(`${app.sandboxUrl}/stripe`)) fromProvider.push(request.url());
  });
  await begin(page, '/home');
  expect(fromProvider).toEqual([]);
  // Through the router: the page's policy is the one it was loaded with.
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

test('after a declined card another one pays the same intent', async ({ page, problems }) => {
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

  // The next click is another wish.
  await page.getByRole('button', { name: 'Buy another package' }).click();
  await expect(page.getByLabel('Package', { exact: true })).toHaveValue('');
  await choosePackage(page, small);
  await fillCard(page, cards.good);
  await pressPay(page);
  await expectBalance(page, 700);
  expect(intents[2]?.paymentId).not.toBe(intents[0]?.paymentId);
});

test('the bank asks: refused nothing is paid, confirmed it is', async ({ page, problems }) => {
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

test('says what is missing before anybody is asked for an intent', async ({ page }) => {
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

test('says so while the card provider is out of reach, and loads it on request', async ({
  page,
  app,
  problems,
}) => {
  problems.expect(/net::ERR_FAILED/);
  const script = `${app.sandboxUrl}/stripe/v3.js`;
  await page.route(script, (route) => route.abort());
  await begin(page);
  await expect(page.getByText('Stripe could not be loaded.')).toBeVisible();
  await choosePackage(page, small);
  await pressPay(page);
  await expect(page.getByText('Stripe has not loaded yet. Please try again.')).toHaveCount(2);
  await page.unroute(script);
  await page.getByRole('button', { name: 'Try again' }).click();
  await fillCard(page, cards.good);
  await pressPay(page);
  await expect(arrived(page)).toBeVisible();
});

test('says what the server did not do', async ({ page, problems }) => {
  problems.expect(/net::ERR_FAILED|status of 409/);
  await page.route('**/trade-coin/get-all-coins', (route) => route.abort());
  await begin(page);
  await expect(page.getByText('Failed to fetch pricing options')).toBeVisible();
  await page.unroute('**/trade-coin/get-all-coins');
  await page.getByRole('button', { name: 'Try again' }).click();
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

test.describe('while news of the payment is lost', () => {
  test.beforeEach(({ app }) => loseWebhooks(app, true).then(() => {}));
  test.afterEach(({ app }) => loseWebhooks(app, false).then(() => {}));

  test('waits honestly, finds the payment again after a reload, and pays once', async ({ page, app }) => {
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

  test('asks by itself where the live stream is broken too', async ({ page, app, problems }) => {
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

const confirmCall = '**/v1/payment_intents/*/confirm';
const providerCalls = /\/v1\/payment_intents\//;

test('a payment whose answer is lost is followed until its coins are there', async ({ page, problems }) => {
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

test('a payment that nobody can tell of yet keeps another package from being charged', async ({
  page,
  context,
  app,
  problems,
}) => {
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

  // Another tab has the form, and is asked to pay something else.
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

test('a payment that did not reach the card provider is cancelled and paid anew', async ({
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

test('a reload at the bank’s question goes on with the same payment', async ({ page, problems }) => {
  problems.expect(declinedNote);
  const intents = watchIntents(page);
  await begin(page);
  await choosePackage(page, small);
  await fillCard(page, cards.asksTheBank);
  await pressPay(page);
  await expect(bank(page).question).toBeVisible();
  await page.reload();
  await expect(page.getByText('Your last payment was interrupted')).toBeVisible();
  await expect(page.getByText('nothing was charged')).toBeVisible();
  await expect(page.getByLabel('Package', { exact: true }).locator('option:checked')).toHaveText(small);
  await fillCard(page, cards.good);
  await pressPay(page);
  await expect(arrived(page)).toBeVisible();
  await expectBalance(page, 600);
  expect(new Set(intents.map(({ paymentId }) => paymentId)).size).toBe(1);
});

test('a payment that went through while the page was gone is found', async ({ page, app }) => {
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

test('tiles say what a coin costs, and choose the same as the list of labels', async ({ page }) => {
  await begin(page);
  const tiles = page.getByRole('group', { name: 'Packages' }).getByRole('radio');
  const list = page.getByLabel('Package', { exact: true });
  const names = [
    '100 Gamer Coins $1.00 1¢ per coin',
    '+5% coins 500 Gamer Coins $4.75 0.95¢ per coin',
    '+11% coins 1,000 Gamer Coins $9.00 0.9¢ per coin',
    '+25% coins 10,000 Gamer Coins $80.00 0.8¢ per coin',
  ];
  for (const [place, name] of names.entries()) await expect(tiles.nth(place)).toHaveAccessibleName(name);
  await expect(tiles.and(page.locator(':checked'))).toHaveCount(0);

  const chosen = () => tiles.evaluateAll((all) => all.findIndex((tile) => tile.matches(':checked')));
  await tiles.first().focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  expect(await chosen()).toBe(1);
  await expect(tiles.nth(1)).toBeFocused();
  await expect(list.locator('option:checked')).toHaveText(discounted);
  await expect(page.getByRole('button', { name: 'Pay $4.75', exact: true })).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowLeft');
  expect(await chosen()).toBe(3);
  await choosePackage(page, small);
  expect(await chosen()).toBe(0);
  // By its label, as one presses it.
  await page.getByText('0.9¢ per coin').click();
  await expect(list.locator('option:checked')).toHaveText(/^1,000 /);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFitsPhones(page);
});

test('the package that covers what is missing is chosen beforehand', async ({ page }) => {
  const choice = page.getByLabel('Package', { exact: true }).locator('option:checked');
  await begin(page, '/trade-coins?need=101');
  await expect(choice).toHaveText(discounted);
  await expect(page.getByText('You need 101 more coins. This package covers it.')).toBeVisible();
  await page.goto('/trade-coins?need=99999');
  await expect(choice).toHaveText(/^10,000 /);
  await expect(page.getByText('This package covers a part of it.')).toBeVisible();
  await page.goto('/trade-coins?need=nonsense');
  await expect(choice).toHaveText('Select a package');
});

test('a cart that is too dear leads to the coins for it, and they lead back', async ({ page }) => {
  await begin(page, '/products?sort=price-down');
  await page
    .getByRole('button', { name: /^ADD TO CART/ })
    .first()
    .click();
  await page.goto('/cart');
  const sent: string[] = [];
  page.on('request', (request) => request.url().endsWith('/cart/checkout') && sent.push(request.url()));
  const missing = await page.getByText(/^You need [\d,]+ more coins for this cart/).textContent();
  const offer = page.getByText('The package of 10,000 coins for $80.00 covers it.');
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
  await expect(page.getByText(`${missing?.split(' for this')[0]}. This package covers it.`)).toBeVisible();
  await fillCard(page, cards.good);
  await pressPay(page);
  await expect(arrived(page)).toBeVisible();
  await page.getByRole('link', { name: 'Back to your cart' }).click();
  await expect(page.getByRole('heading', { name: 'Cart (1)' })).toBeVisible();
  await expect(page.getByText(/more coins for this cart/)).toBeHidden();
});

test('coins that were missing for a challenge lead back to the challenges', async ({ page }) => {
  await begin(page, '/trade-coins?need=101&for=challenge');
  await fillCard(page, cards.good);
  await pressPay(page);
  await expect(arrived(page)).toBeVisible();
  await page.getByRole('link', { name: 'View Challenges' }).click();
  await page.waitForURL('**/home#challenges');
});
