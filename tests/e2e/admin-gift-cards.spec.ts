// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import sql from 'sql-template-tag';
import { shopAdminApi } from '../../contract/shop-admin.ts';
import { expectSound } from '../support/e2e/accessible.ts';
import { openDashboard } from '../support/e2e/admin.ts';
import { inDatabase } from '../support/e2e/database.ts';
import { failUntilPressed } from '../support/e2e/fail-until-pressed.ts';
import { ask, uniqueName } from '../support/e2e/play.ts';
import { putOnSale } from '../support/e2e/shop.ts';
import { expect, test } from '../support/e2e/test.ts';

const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });
const said = (page: Page, message: string) => expect(page.getByText(message, { exact: true })).toBeVisible();
const broken = { status: 500, json: { message: 'Something went wrong', code: 'internal' } };

async function picture(background: string) {
  const buffer = await sharp({ create: { width: 80, height: 40, channels: 3, background } })
    .png()
    .toBuffer();
  return { name: 'card.png', mimeType: 'image/png', buffer };
}
const csv = (...lines: string[]) => ({
  name: 'codes.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
});

test('an administrator creates a gift card with a picture, finds, exports and edits it', async ({
  page,
  problems,
}) => {
  problems.expect(/status of 400/);
  const title = uniqueName('Card ');
  await openDashboard(page, '');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Image',
    'Title',
    'GC Coins',
    'Hash Code',
    'Description',
    'Status',
    'Stock',
    'Created At',
    'Actions',
  ]);
  await page.getByRole('button', { name: 'ADD GIFTCARD' }).click();
  const form = page.getByRole('dialog', { name: 'Create Gift Card' });
  const submit = form.getByRole('button', { name: 'Create', exact: true });
  await submit.click();
  for (const message of [
    'Title is required',
    'Description is required',
    'GC Coin value is required',
    'Please select an image',
  ]) {
    await expect(form.getByText(message)).toBeVisible();
  }
  await form.getByLabel('Title').fill(title);
  await form.getByLabel('Description').fill('Credit for a store');
  await form.getByLabel('GC Coins').fill('0');
  await expect(form.getByText('Coin value must be at least 1')).toBeVisible();
  await form.getByLabel('GC Coins').fill('350');
  await form.getByLabel('Type').fill('psn');
  await form.getByLabel('Kind').selectOption('Pass');
  await form.getByLabel('Region').fill('Europe');
  await form.getByLabel('How to Redeem').fill('Open the game.\nEnter the code.');
  const image = form.getByLabel('Image', { exact: true });
  await image.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
  await expect(form.getByText('Please select an image')).toBeVisible();
  await image.setInputFiles({ name: 'old.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
  await expect(form.getByText('We can’t use pictures of the type GIF.')).toBeVisible();
  await image.setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(8_000_001) });
  await expect(form.getByText('This file is larger than 8 MB')).toBeVisible();
  await image.setInputFiles({ name: 'bad.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await submit.click();
  await expect(form.getByRole('alert')).toContainText('Please select an image');
  await image.setInputFiles(await picture('red'));
  await expect(form.getByRole('img', { name: 'Preview' })).toHaveJSProperty('naturalWidth', 80);
  await submit.click();
  await said(page, 'Gift card created successfully');

  const kept = async () => (await ask(page, shopAdminApi.list)).list.find((card) => card.title === title);
  expect(await kept()).toMatchObject({ gcCoin: 350, type: 'psn', promiseHours: 24, lowStockAt: 5, stock: 0 });
  const described = { kind: 'pass', region: 'Europe', howToRedeem: 'Open the game.\nEnter the code.' };
  expect(await kept()).toMatchObject(described);
  await page.getByRole('searchbox', { name: 'Search gift cards' }).fill(title.toLowerCase());
  await expect(page.getByRole('status').filter({ hasText: /^1 gift card$/ })).toBeVisible();
  await expect(row(page, title)).toContainText('No code yet');
  await expect(row(page, title)).toContainText('Out of stock');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(readFileSync(await file.path(), 'utf8')).toContain(`${title},350,,Credit for a store,Active,0`);

  await page.getByRole('button', { name: `Edit ${title}` }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Gift Card' });
  await expect(edit.getByLabel('Kind')).toHaveValue('pass');
  await edit.getByLabel('Region').fill('');
  await edit.getByLabel('GC Coins').fill('400');
  await edit.getByLabel('Promised Hours').fill('');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit.getByText('Promised hours are required')).toBeVisible();
  await edit.getByLabel('Promised Hours').fill('0');
  await edit.getByLabel('Low Stock At').fill('-1');
  await edit.getByRole('checkbox', { name: /^Fulfilled by hand/ }).click();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit.getByText('Promised hours must be at least 1')).toBeVisible();
  await expect(edit.getByText('Low stock must be 0 or greater')).toBeVisible();
  await edit.getByLabel('Promised Hours').fill('48');
  await edit.getByLabel('Low Stock At').fill('2');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  const before = await kept();
  await edit.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Updated successfully');
  const terms = { gcCoin: 400, promiseHours: 48, lowStockAt: 2, isFulfilledByHand: false };
  expect(await kept()).toMatchObject({ ...described, ...terms, region: '', image: before?.image });
});

test('an administrator takes a gift card off sale, filters by that and deletes it', { tag: '@long' }, async ({
  page,
  app,
}) => {
  const { title } = await putOnSale(app);
  await openDashboard(page, `?search=${encodeURIComponent(title)}`);
  await page.getByRole('switch', { name: `${title} is on sale` }).click();
  await expect(row(page, title)).toContainText('Inactive');
  await page.getByLabel('Status', { exact: true }).selectOption('active');
  await expect(page.getByRole('heading', { name: 'No gift cards found' })).toBeVisible();
  await page.getByLabel('Status', { exact: true }).selectOption('inactive');
  await page.getByRole('button', { name: `Delete ${title}` }).click();
  const question = page.getByRole('dialog', { name: 'Delete this gift card?' });
  await expect(question).toContainText('with 3 codes unsold');
  await expect(question).toContainText('Players keep the codes they bought.');
  await question.getByRole('button', { name: 'Delete' }).click();
  await said(page, 'Deleted successfully');
  await expect(page.getByRole('heading', { name: 'No gift cards found' })).toBeVisible();
});

test('an administrator previews a code file, imports it once, and each code view is logged', {
  tag: '@long',
}, async ({ page, app, problems }) => {
  problems.expect(/status of (422|500)/);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const card = await putOnSale(app, { codes: 0 });
  const [one, other] = [uniqueName('AAAA-'), uniqueName('BBBB-')];
  await openDashboard(page, `?search=${encodeURIComponent(card.title)}`);
  await page.getByRole('button', { name: `Import codes of ${card.title}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Import codes' });
  const input = dialog.getByLabel('CSV file', { exact: true });
  const [sample] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download a sample' }).click(),
  ]);
  expect(readFileSync(await sample.path(), 'utf8')).toMatch(/^code,pin\n/);
  await input.setInputFiles(await picture('red'));
  await expect(dialog.getByRole('alert')).toHaveText('Please select a CSV file');
  await input.setInputFiles(csv('"no end'));
  await expect(dialog.getByRole('alert').filter({ hasText: 'No code was added' })).toBeVisible();
  await input.setInputFiles(csv('code', one, 'card of May: 25 $'));
  const unusual = dialog.getByRole('checkbox', { name: 'Import 1 unusual code too' });
  await expect(dialog.getByRole('status')).toContainText('Line 3: it has a space in it');
  await expect(dialog.getByRole('button', { name: 'Import 1 code' })).toBeVisible();
  await expectSound(page);
  await unusual.check();
  await expect(dialog.getByRole('button', { name: 'Import 2 codes' })).toBeVisible();
  await input.setInputFiles(csv('Entitlement,Price', `${one},25`));
  await expect(dialog.getByRole('alert')).toContainText('Rename the heading of the column with the codes');
  await input.setInputFiles(csv('code,pin,price', `${one},0042,25`));
  await expect(dialog.getByRole('status')).toContainText('rename that column to "cost"');
  await expectSound(page);
  await input.setInputFiles(csv('code', one, 'ab', other, one));
  const result = dialog.getByRole('status');
  await expect(result).toContainText('Would be added2 codes');
  await expect(result).toContainText('Line 5');
  await expect(result).toContainText('Line 3: it is shorter than 4 characters');
  await expectSound(page);
  const stock = async () =>
    (await ask(page, shopAdminApi.list)).list.find(({ _id }) => _id === card.id)?.stock;
  expect(await stock()).toBe(0);

  const keys: (string | undefined)[] = [];
  await page.route('**/codes?dryRun=false*', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 2) return route.continue();
    await route.fetch();
    return route.fulfill(broken);
  });
  await dialog.getByRole('button', { name: 'Import 2 codes' }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: 'Something went wrong' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Import 2 codes' }).click();
  await said(page, '2 codes added');
  await expect(result).toContainText('Added2 codes');
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  expect(await stock()).toBe(2);
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(row(page, card.title)).toContainText('Low stock2');

  await page.getByRole('button', { name: `Reveal the newest code of ${card.title}` }).click();
  const question = page.getByRole('dialog', { name: 'Reveal this code?' });
  await expect(question).toContainText('The audit log records your name and address.');
  await question.getByRole('button', { name: 'Reveal' }).click();
  const shown = page.getByRole('dialog', { name: `Newest code of ${card.title}` });
  await expect(shown.getByLabel('Code', { exact: true })).toHaveValue(/^(AAAA|BBBB)-/);
  await shown.getByRole('button', { name: 'Copy' }).click();
  await said(page, 'Code copied!');
  expect([one, other]).toContain(await page.evaluate(() => navigator.clipboard.readText()));
  await shown.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByText(one)).toHaveCount(0);
});

test('the gift card list and form are accessible, and show errors', { tag: '@long' }, async ({
  page,
  problems,
}) => {
  problems.expect(/status of 500/);
  const list = await failUntilPressed(page, '**/gift-card/all?*', {
    fail: (route) => route.fulfill(broken),
  });
  await openDashboard(page, '');
  await expect(page.getByRole('alert').filter({ hasText: 'Something went wrong' })).toBeVisible();
  await list.press();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: 'GC Coins' }).click();
  await expect(page).toHaveURL(/sort=gcCoin/);
  await page.getByRole('button', { name: 'ADD GIFTCARD' }).click();
  await expect(page.getByRole('dialog', { name: 'Create Gift Card' })).toBeVisible();
  await expectSound(page);
});

test('a card shows how many of its codes are in quarantine, and why', { tag: '@long' }, async ({
  page,
  problems,
  app,
}) => {
  // The operator's guide isn't served here.
  problems.expect(/status of 404/);
  const { id, title } = await putOnSale(app, { title: uniqueName('Restored '), codes: 3 });
  await inDatabase(app, (db) =>
    db.run(sql`
      update gift_card_codes set withdrawn_at = now(),
        quarantine = case when arrival = (select max(arrival) from gift_card_codes where gift_card_id = ${id})
          then 'sold' else 'unproven' end
      where gift_card_id = ${id}`),
  );
  await openDashboard(page, `?search=${encodeURIComponent(title)}`);
  await row(page, title)
    .getByRole('button', { name: `3 in quarantine: why? ${title}` })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Codes in quarantine' });
  await expect(dialog.getByText('Possibly sold after the backup')).toBeVisible();
  await expect(dialog.getByText('2', { exact: true })).toBeVisible();
  await expect(dialog.getByText('operator’s guide, Backups')).toBeVisible();
  await expectSound(page);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toBeHidden();
});
