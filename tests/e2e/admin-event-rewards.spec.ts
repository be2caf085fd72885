// SPDX-License-Identifier: Apache-2.0

import type { Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { promotionsAdminApi } from '../../contract/promotions-admin.ts';
import { expectSound } from '../support/e2e/accessible.ts';
import { failCalls, openDashboard } from '../support/e2e/admin.ts';
import { inDatabase, withDatabase } from '../support/e2e/database.ts';
import { ask, signIn, stored, uniqueName } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';
import { collectRewards } from '../support/payouts.ts';

const card = (page: Page, title: string) => page.getByRole('listitem', { name: title, exact: true });
const said = (page: Page, message: string) => expect(page.getByText(message, { exact: true })).toBeVisible();
const subTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();

/** A running event. Players collect its reward at their first sign-in. */
async function createManual(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Create Event' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create Event' });
  await form.getByLabel('Title').fill(title);
  await form.getByLabel('Type', { exact: true }).fill('flash_promo');
  await form.getByRole('checkbox', { name: /^FIRST_LOGIN(?![A-Z_])/ }).click();
  await form.getByLabel('Start Date').fill('2020-01-01T00:00');
  await form.getByLabel('End Date').fill('2040-01-01T00:00');
  await form.getByLabel('Reward Amount').fill('25');
  await form.getByLabel('Multiplier').fill('1.5');
  await form.getByLabel('Budget').fill('74');
  await form.getByRole('checkbox', { name: /^Auto Run/ }).click();
  await expect(form.getByText('Each reward is 37 GC')).toBeVisible();
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  await said(page, 'Event created');
}

test('an administrator previews the rewards and sends them once', { tag: '@long' }, async ({
  page,
  browser,
  app,
  problems,
}) => {
  problems.expect(/status of (409|500)/);
  const title = `Night ${uniqueName()}`;
  await openDashboard(page, 'events');
  await createManual(page, title);
  const elsewhere = await browser.newContext({ baseURL: app.url });
  const names: string[] = [];
  for (let player = 0; player < 3; player += 1) {
    const other = await elsewhere.newPage();
    names.push((await signIn(other)).name);
    await other.close();
  }
  await elsewhere.close();

  await subTab(page, 'Send Rewards');
  await expect(card(page, 'Daily grind')).toHaveCount(0);
  const collected = async () =>
    (await ask(page, promotionsAdminApi.listAll)).list.find((event) => event.title === title)
      ?.rewardsCollected;
  await expect.poll(collected).toBe(2);
  const open = card(page, title).getByRole('button', { name: /^Send Rewards/ });
  await open.click();
  const dialog = page.getByRole('dialog', { name: `Send rewards: ${title}` });
  await expect(dialog).toContainText('Once sent, rewards cannot be reverted.');
  const figure = (label: string) => dialog.getByRole('term').filter({ hasText: label }).locator('xpath=..');
  await expect(figure('Players')).toContainText('2');
  await expect(figure('Total')).toContainText('74');
  await expect(figure('Budget')).toContainText('74 of 74 GC');
  const rows = dialog.getByRole('table', { name: 'Payouts' }).getByRole('row');
  await expect(rows).toHaveCount(3);
  await expect(rows.filter({ hasText: names[0] as string })).toContainText('37');

  await expectSound(page);

  const send = dialog.getByRole('button', { name: 'Send Rewards' });
  await failCalls(page, 'POST', '**/events/run-leaderboard/*');
  await send.click();
  await expect(dialog.getByRole('alert')).toHaveText('Failed to send rewards');
  await expect(page.getByText('Failed to send rewards')).toHaveCount(2);
  await page.unroute('**/events/run-leaderboard/*');
  await send.click();
  await said(page, 'Rewards sent successfully');
  await expect(dialog).toBeHidden();
  await expect(card(page, title)).toHaveCount(0);
  await subTab(page, 'Active');
  await expect(card(page, title)).toContainText('Completed');
  await expect(card(page, title)).toContainText('Rewards Sent');
  await expect(page.getByRole('button', { name: `Edit ${title}` })).toHaveCount(0);

  // Someone else sends while the dialog is open.
  const late = `Late ${uniqueName()}`;
  await createManual(page, late);
  await subTab(page, 'Send Rewards');
  await card(page, late)
    .getByRole('button', { name: /^Send Rewards/ })
    .click();
  const lateDialog = page.getByRole('dialog', { name: `Send rewards: ${late}` });
  await expect(lateDialog).toContainText('No rewards to send');
  const id = (await ask(page, promotionsAdminApi.listAll)).list.find((event) => event.title === late)?._id;
  const token = await stored(page, 'authToken');
  const first = await page.request.post(`/api/v1/events/run-leaderboard/${id}`, {
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': uniqueName() },
  });
  expect(first.ok()).toBe(true);
  await lateDialog.getByRole('button', { name: 'Send Rewards' }).click();
  await said(page, 'The rewards of this event were already sent. Nothing was paid again. Reload the list.');
  await expect(lateDialog).toBeHidden();
  await expect(card(page, late)).toHaveCount(0);
});

test('an administrator follows a long payout, also after a reload', { tag: '@long' }, async ({
  page,
  app,
}) => {
  await openDashboard(page, 'events');
  const title = 'Wave';
  await withDatabase(app, (db) => collectRewards(db, { rewards: 1_234, players: 700, title }));
  await page.reload();
  await subTab(page, 'Send Rewards');
  const wave = card(page, title);
  await wave.getByRole('button', { name: /^Send Rewards/ }).click();
  const dialog = page.getByRole('dialog', { name: `Send rewards: ${title}` });
  await expect(dialog).toContainText('The first 500 of 700 players.');
  await inDatabase(app, async (tx) => {
    // The lock delays the batches.
    await tx.run(sql`lock table event_rewards in share mode`);
    await dialog.getByRole('button', { name: 'Send Rewards' }).click();
    await said(page, 'Rewards are being sent');
    await expect(dialog).toBeHidden();
    await expect(wave).toContainText('0 of 1,234 rewards sent');
    await page.reload();
    await expect(wave.getByRole('progressbar', { name: 'Rewards sent' })).toBeVisible();
    await expect(wave).toContainText('Being sent');
    await expect(wave.getByRole('button', { name: /Send Rewards|Edit|Delete/ })).toHaveCount(0);
    await expectSound(page);
    await wave.getByRole('button', { name: title, exact: true }).click();
    const details = page.getByRole('dialog', { name: title });
    await expect(details).toContainText('0 of 1,234 rewards sent');
    await expect(details.getByRole('button', { name: /Send Rewards|Edit/ })).toHaveCount(0);
    await details.getByRole('button', { name: 'Close' }).first().click();
  });
  await expect(wave).toHaveCount(0);
  await subTab(page, 'Active');
  await expect(wave).toContainText('Rewards Sent');
  await expect(wave).toContainText('1,234 rewards');
});
