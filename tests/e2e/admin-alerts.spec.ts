// SPDX-License-Identifier: Apache-2.0

import type { Browser, Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { accountsApi } from '../../contract/accounts.ts';
import { shopApi } from '../../contract/shop.ts';
import { expectSound } from '../support/e2e/accessible.ts';
import { openDashboard } from '../support/e2e/admin.ts';
import type { RunningApp } from '../support/e2e/app.ts';
import { inDatabase } from '../support/e2e/database.ts';
import { failUntilPressed } from '../support/e2e/fail-until-pressed.ts';
import { ask, send, signIn, uniqueName } from '../support/e2e/play.ts';
import { type CardOnSale, putOnSale } from '../support/e2e/shop.ts';
import { expect, test } from '../support/e2e/test.ts';

const said = (page: Page, message: string) => expect(page.getByText(message, { exact: true })).toBeVisible();
const broken = { status: 500, json: { message: 'Something went wrong', code: 'internal' } };

interface Sold {
  card: CardOnSale;
  buyer: { name: string; email: string };
  /** The buyer's page, signed in. */
  page: Page;
}

/** A card without a code, bought by a new player. */
async function sellByHand(app: RunningApp, browser: Browser): Promise<Sold> {
  const card = await putOnSale(app, { codes: 0, isFulfilledByHand: true, promiseHours: 24 });
  const context = await browser.newContext({ baseURL: app.url });
  const page = await context.newPage();
  const buyer = await signIn(page, { to: '/robots.txt' });
  await send(page, { ...shopApi.buyOne, path: `/gift-card/buy-gift-card/${card.id}` }, {});
  return { card, buyer, page };
}

function letPromisePass(app: RunningApp, { card }: Sold): Promise<unknown> {
  return inDatabase(app, (tx) =>
    tx.run(sql`
      update purchases set promised_by = now() - interval '3 hours', created_at = created_at - interval '27 hours'
      where gift_card_id = ${card.id}`),
  );
}

test('an administrator delivers a sold card, unmarks it, delivers it again and replaces a bad code', {
  tag: '@long',
}, async ({ page, app, browser, problems }) => {
  problems.expect(/status of (409|422|500)/);
  const sold = await sellByHand(app, browser);
  const { card, buyer } = sold;
  const row = page.getByRole('row').filter({ hasText: card.title });
  await openDashboard(page, `alerts?search=${encodeURIComponent(buyer.name)}`);
  await expect(page.getByRole('heading', { name: 'Gift Card Purchase Alerts' })).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText([
    'User Name',
    'User Email',
    'Gift Card Title',
    'GC Coins',
    'Purchased At',
    'Promised By',
    'Delivered',
    'Actions',
  ]);
  await expect(row).toContainText(buyer.email);
  await expect(row).toContainText(/2[34] h \d+ min left/);
  await expect(row.getByRole('button', { name: /^Refund/ })).toHaveCount(0);
  const tab = page.getByRole('link', { name: /^Alerts/ });
  const waiting = Number(/(\d+)\s+waiting/.exec((await tab.textContent()) ?? '')?.[1]);
  expect(waiting).toBeGreaterThan(0);

  await row.getByRole('button', { name: /^Mark delivered/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Mark as delivered' });
  await expect(dialog).toContainText('Do you want to mark this gift card as delivered?');
  const submit = dialog.getByRole('button', { name: 'Mark delivered' });
  await submit.click();
  const question = page.getByRole('dialog', { name: 'Deliver without a code?' });
  await question.getByRole('button', { name: 'Back to the form' }).click();
  await dialog.getByLabel('Code', { exact: true }).fill('ab');
  await submit.click();
  await expect(dialog.getByRole('alert')).toContainText('it is shorter than 4 characters');
  const code = `HAND-${uniqueName()}`;
  await dialog.getByLabel('Code', { exact: true }).fill(code);
  await page.route('**/gift-card-request/*', (route) => route.fulfill(broken));
  await submit.click();
  await expect(dialog.getByRole('alert')).toContainText('Failed to update gift card status');
  await page.unroute('**/gift-card-request/*');
  await expectSound(page);
  await submit.click();
  await said(page, 'Updated successfully');
  await expect(row).toContainText('Yes');
  if (waiting > 1) await expect(tab).toContainText(`${waiting - 1} waiting`);
  else await expect(tab).toHaveText('Alerts');
  // Once the time for undoing it is over.
  await expect
    .poll(async () => (await ask(sold.page, accountsApi.getProfile)).purchasedGiftCards[0]?.status)
    .toBe('delivered');

  await row.getByRole('button', { name: /^Mark not delivered/ }).click();
  const back = page.getByRole('dialog', { name: 'Mark as not delivered' });
  await expect(back).toContainText('Do you want to mark this gift card as not delivered?');
  await back.getByRole('button', { name: 'Mark not delivered' }).click();
  await expect(row).toContainText('left');
  await row.getByRole('button', { name: /^Mark delivered/ }).click();
  await expect(dialog.getByRole('textbox')).toHaveCount(0);
  await submit.click();
  await expect(row).toContainText('Yes');

  await row.getByRole('button', { name: /^Replace code/ }).click();
  const replace = page.getByRole('dialog', { name: 'Replace this code?' });
  await replace.getByRole('button', { name: 'Replace code' }).click();
  await expect(replace.getByText('Enter a short reason')).toBeVisible();
  await replace.getByLabel('Reason').fill('The shop refused it');
  await replace.getByRole('button', { name: 'Replace code' }).click();
  await expect(replace.getByRole('alert')).toContainText('This card has no code in stock');
  await replace.getByLabel('New code (optional)').fill(`${code}-NEW1`);
  await replace.getByRole('button', { name: 'Replace code' }).click();
  const replaced = page.getByRole('dialog', { name: 'Code replaced' });
  await expect(replaced.getByLabel('New code')).toHaveValue('••••••••NEW1');
  await replaced.getByRole('button', { name: 'Close', exact: true }).click();
  await sold.page.context().close();
});

test('an administrator marks a card as sent another way after confirming it', { tag: '@long' }, async ({
  page,
  app,
  browser,
}) => {
  const sold = await sellByHand(app, browser);
  const row = page.getByRole('row').filter({ hasText: sold.card.title });
  await openDashboard(page, `alerts?search=${encodeURIComponent(sold.buyer.name)}`);
  await row.getByRole('button', { name: /^Mark delivered/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Mark as delivered' });
  await dialog.getByRole('button', { name: 'Mark delivered' }).click();
  const question = page.getByRole('dialog', { name: 'Deliver without a code?' });
  await expectSound(page);
  await question.getByRole('button', { name: 'I sent it' }).click();
  await said(page, 'Updated successfully');
  await expect(row).toContainText('Sent another way');
  await expect(row.getByRole('button', { name: /^Replace code/ })).toHaveCount(0);
  await sold.page.goto('/profile');
  await expect(sold.page.getByText('Sent to you another way')).toBeVisible();
  await sold.page.context().close();

  const inStock = await putOnSale(app, { codes: 1 });
  const context = await browser.newContext({ baseURL: app.url });
  const buyer = await context.newPage();
  await signIn(buyer, { to: '/robots.txt' });
  await send(buyer, { ...shopApi.buyOne, path: `/gift-card/buy-gift-card/${inStock.id}` }, {});
  await openDashboard(page, `alerts?search=${encodeURIComponent(inStock.title)}`);
  const fromStock = page.getByRole('row').filter({ hasText: inStock.title });
  await expect(fromStock).toContainText('From stock');
  await expect(fromStock.getByRole('button', { name: /^Mark not delivered/ })).toHaveCount(0);
  await context.close();
});

test('an administrator refunds an overdue card with a reason', { tag: '@long' }, async ({
  page,
  app,
  browser,
}) => {
  const sold = await sellByHand(app, browser);
  await letPromisePass(app, sold);
  const { card, buyer } = sold;
  const row = page.getByRole('row').filter({ hasText: card.title });
  await openDashboard(page, `alerts?search=${encodeURIComponent(card.title)}&status=overdue`);
  await expect(row).toContainText(/Overdue by 3 h \d+ min/);
  await expect(page.getByRole('link', { name: /^Alerts/ })).toContainText('overdue');
  await expectSound(page);
  await row.getByRole('button', { name: /^Refund/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Refund this gift card?' });
  await expect(dialog).toContainText(`${buyer.name} gets 100 GC back`);
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await expect(dialog.getByText('Enter a short reason')).toBeVisible();
  await dialog.getByLabel('Reason').fill('The seller has none left');
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await said(page, '100 GC given back');
  await expect(page.getByRole('heading', { name: 'No new gift card purchase requests.' })).toBeVisible();
  await page.getByLabel('Status', { exact: true }).selectOption('refunded');
  await expect(row).toContainText('Refunded');
  await expect(row.getByRole('button')).toHaveCount(0);
  const { purchasedGiftCards, gamerCoins } = await ask(sold.page, accountsApi.getProfile);
  expect(purchasedGiftCards[0]?.status).toBe('refunded');
  expect(gamerCoins).toBe(500);
  await sold.page.context().close();
});

test('the alerts show errors and an empty list', { tag: '@long' }, async ({ page, problems }) => {
  problems.expect(/status of 500/);
  const list = await failUntilPressed(page, '**/gift-card/all-gift-card-request*', {
    fail: (route) => route.fulfill(broken),
  });
  await openDashboard(page, 'alerts');
  await expect(
    page.getByRole('alert').filter({ hasText: 'Failed to fetch gift card requests' }),
  ).toBeVisible();
  await list.press();
  await page.getByRole('searchbox', { name: 'Search gift card requests' }).fill('nobody has this name');
  await expect(page.getByRole('heading', { name: 'No new gift card purchase requests.' })).toBeVisible();
  await expect(page.getByText('Nothing matches your search.')).toBeVisible();
  await expectSound(page);
  // As if the name were more common than the number of people that a list checks.
  await page.route('**/gift-card/all-gift-card-request*', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), isEstimate: true } });
  });
  await page.getByRole('searchbox', { name: 'Search gift card requests' }).fill('nobody is called so');
  await expect(page.getByText('Too many people match, so we checked only some.')).toBeVisible();
});
