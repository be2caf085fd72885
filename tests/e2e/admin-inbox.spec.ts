// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { shopApi } from '../../contract/shop.ts';
import { expectAccessible, expectNoOverflow, expectSound } from '../support/e2e/accessible.ts';
import { failCalls, openDashboard } from '../support/e2e/admin.ts';
import type { RunningApp } from '../support/e2e/app.ts';
import { giveCoins, inDatabase } from '../support/e2e/database.ts';
import { send, signIn, uniqueName } from '../support/e2e/play.ts';
import { putOnSale } from '../support/e2e/shop.ts';
import { expect, test } from '../support/e2e/test.ts';

const rows = (page: Page) => page.getByRole('list', { name: /^To do/ }).getByRole('listitem');
const filter = (page: Page, name: RegExp) =>
  page.getByRole('group', { name: 'To do' }).getByRole('button', { name });

/** Sells cards that are delivered by hand. */
async function sell(app: RunningApp, buyer: Page, titles: readonly string[]): Promise<void> {
  const { email } = await signIn(buyer, { to: '/robots.txt' });
  await giveCoins(app, email, 1_000);
  for (const title of titles) {
    const { id } = await putOnSale(app, { title, codes: 0, isFulfilledByHand: true });
    await send(buyer, { ...shopApi.buyOne, path: `/gift-card/buy-gift-card/${id}` }, {});
  }
}

test('an administrator works through the inbox by keyboard', { tag: '@long' }, async ({
  page,
  app,
  browser,
}) => {
  const name = uniqueName('Wait');
  const titles = [`${name} 1`, `${name} 2`, `${name} 3`];
  const theirs = await browser.newContext({ baseURL: app.url });
  await sell(app, await theirs.newPage(), titles);
  await theirs.close();
  // The oldest of all, so that they come first.
  await inDatabase(app, (tx) =>
    tx.run(sql`
      update purchases set promised_by = now() - interval '9 days', created_at = created_at - interval '90 days'
      where title = any (${titles})`),
  );
  await openDashboard(page, 'inbox');
  await filter(page, /^Alerts/).click();
  await expect(page).toHaveURL(/kind=alerts/);
  const at = (place: number) => rows(page).filter({ hasText: `${name} ${place}` });
  await expect(at(1)).toContainText('Overdue by');
  await expectSound(page);
  await page.keyboard.press('j');
  await expect(rows(page).first().getByRole('link')).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await expect(rows(page).first().getByRole('link')).toBeFocused();

  for (const place of [1, 2]) {
    await page.keyboard.press('e');
    const dialog = page.getByRole('dialog', { name: 'Mark as delivered' });
    await dialog.getByLabel('Code', { exact: true }).fill(randomUUID());
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(at(place)).toHaveCount(0);
    // The next row has taken its place.
    await expect(at(place + 1).getByRole('link')).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard\/alerts\?/);
  await expect(page.getByRole('row').filter({ hasText: `${name} 3` })).toBeVisible();
});

test('the inbox shows its keys and the permitted kinds, even when one kind fails', { tag: '@long' }, async ({
  page,
  app,
  browser,
  problems,
}) => {
  problems.expect(/status of 500/);
  const name = uniqueName('Wait');
  const theirs = await browser.newContext({ baseURL: app.url });
  await sell(app, await theirs.newPage(), [name]);
  await theirs.close();
  const role = uniqueName('DESK_').toUpperCase();
  const { email } = await signIn(page, { to: '/robots.txt' });
  await inDatabase(app, async (tx) => {
    await tx.run(
      sql`insert into roles (name, permissions) values (${role}, array['deliveries:read', 'disputes:read'])`,
    );
    await tx.run(sql`update players set role = ${role} where email = ${email}`);
  });
  await failCalls(page, 'GET', '**/challenge/disputes?*');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard/inbox?kind=alerts');
  const row = rows(page).filter({ hasText: name });
  await expect(row).toBeVisible();
  await expect(row.getByRole('button')).toHaveCount(0);
  await expect(page.getByText('Disputes couldn’t be loaded')).toBeVisible();
  await expect(filter(page, /^Alerts /)).toHaveCount(1);
  await expect(filter(page, /^(Fair play|Referrals|Approvals|Webhooks|Failed work) /)).toHaveCount(0);
  await expectNoOverflow(page);
  await expectAccessible(page);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText(
    'Inbox and overview: open',
  );
});
