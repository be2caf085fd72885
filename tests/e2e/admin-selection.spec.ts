// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { errors } from '../../contract/errors.ts';
import { shopApi } from '../../contract/shop.ts';
import { expectSound } from '../support/e2e/accessible.ts';
import { openDashboard } from '../support/e2e/admin.ts';
import type { RunningApp } from '../support/e2e/app.ts';
import { giveCoins, inDatabase } from '../support/e2e/database.ts';
import { ask, send, signIn, uniqueName } from '../support/e2e/play.ts';
import { type CardOnSale, putAllOnSale, putOnSale } from '../support/e2e/shop.ts';
import { expect, test } from '../support/e2e/test.ts';

const broken = { status: 500, json: { message: 'Something went wrong', code: 'internal' } };
const box = (page: Page, title: string) =>
  page.getByRole('checkbox', { name: `Select ${title}`, exact: true });
const bar = (page: Page) => page.getByRole('group', { name: /^Selected / });
const all = (page: Page) => page.getByRole('checkbox', { name: /^Select all \d+ / });
const nothing = /Nothing selected$/;
const counted = (page: Page, text: string | RegExp) => expect(bar(page).getByRole('status')).toHaveText(text);
const press = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true }).click();

/** Cards with one name, so that a search finds only them. The last one comes first. */
async function someCards(app: RunningApp, count: number): Promise<{ name: string; cards: CardOnSale[] }> {
  const name = uniqueName('Lot');
  const titles = Array.from({ length: count }, (_, n) => `${n === 0 ? '=' : ''}${name} ${n + 1}`);
  return {
    name,
    cards: await putAllOnSale(
      app,
      titles.map((title) => ({ title, codes: 1 })),
    ),
  };
}

function getEntries(
  app: RunningApp,
  ids: readonly string[],
): Promise<{ action: string; after: object | null }[]> {
  const subjects = ids.map((id) => `gift-card:${id}`);
  return inDatabase(app, (tx) =>
    tx.rows(sql`select action, after from admin_changes where subject = any (${subjects}) order by id`),
  );
}

test('rows can be selected singly, as a range, all together and by keyboard, and exported', {
  tag: '@long',
}, async ({ page, app }) => {
  const { name } = await someCards(app, 4);
  await openDashboard(page, `?search=${name}`);
  await counted(page, nothing);
  await box(page, `${name} 4`).click();
  await counted(page, '1 of 4 selected');
  await expect(all(page)).toHaveAttribute('aria-checked', 'mixed');
  await box(page, `${name} 2`).click({ modifiers: ['Shift'] });
  await counted(page, '3 of 4 selected');
  await expect(box(page, `=${name} 1`)).not.toBeChecked();
  await press(page, 'Clear selection');
  await counted(page, nothing);
  await expect(all(page)).toBeFocused();
  await page.keyboard.press('Space');
  await counted(page, '4 of 4 selected');
  await expectSound(page);
  await page.keyboard.press('Space');
  await box(page, `${name} 3`).focus();
  await page.keyboard.press('Space');
  await box(page, `=${name} 1`).focus();
  await page.keyboard.press('Shift+Space');
  await counted(page, '3 of 4 selected');
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Export selected')]);
  const text = readFileSync(await file.path(), 'utf8');
  expect(file.suggestedFilename()).toMatch(/^selected-gift-cards-/);
  expect(text).toContain(`'=${name} 1`);
  expect(text).toContain(`${name} 3`);
  expect(text).not.toContain(`${name} 4`);
  // Rows that are not visible are not selected.
  await page.getByRole('searchbox', { name: 'Search gift cards' }).fill(`${name} 3`);
  await counted(page, '1 of 1 selected');
  await page.getByRole('searchbox', { name: 'Search gift cards' }).fill(name);
  await counted(page, '1 of 4 selected');
});

test('several cards are taken off sale, failures are listed and retried, and deleting asks once', {
  tag: '@long',
}, async ({ page, app, problems }) => {
  problems.expect(/status of 500/);
  const { name, cards } = await someCards(app, 3);
  const ids = cards.map(({ id }) => id);
  const [first, second] = cards;
  await inDatabase(app, (tx) => tx.run(sql`update gift_cards set is_active = false where id = ${first?.id}`));
  await openDashboard(page, `?search=${name}`);
  await page.route(`**/gift-card/${second?.id}/active`, (route) => route.fulfill(broken));
  await all(page).click();
  await press(page, 'Take off sale');
  const dialog = page.getByRole('dialog', { name: 'Take off sale: 3 gift cards' });
  await expect(dialog.getByRole('status')).toHaveText('1 off sale, 1 failed, 1 unchanged.');
  await expect(dialog.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '3 of 3');
  const left = dialog.getByRole('list', { name: 'Not done' }).getByRole('listitem');
  await expect(left.filter({ hasText: `${name} 2` })).toContainText('Something went wrong');
  await expect(left.filter({ hasText: `${name} 1` })).toContainText('It is off sale already');
  await expectSound(page);
  await page.unroute(`**/gift-card/${second?.id}/active`);
  await dialog.getByRole('button', { name: 'Try 1 again' }).click();
  await expect(dialog.getByRole('status')).toHaveText('2 off sale, 1 unchanged.');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await counted(page, '3 of 3 selected');
  const entries = await getEntries(app, ids);
  expect(entries).toHaveLength(2);
  expect(entries).toMatchObject([{ after: { isActive: false } }, { after: { isActive: false } }]);

  await press(page, 'Delete');
  const question = page.getByRole('dialog', { name: 'Delete 3 gift cards?' });
  await expect(question).toContainText('with 3 codes unsold');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await counted(page, '3 of 3 selected');
  await press(page, 'Delete');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('3 gift cards deleted', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No gift cards found' })).toBeVisible();
  expect(await getEntries(app, ids)).toHaveLength(5);
});

async function buyByHand(app: RunningApp, page: Page, title: string): Promise<void> {
  const card = await putOnSale(app, { title, codes: 0, isFulfilledByHand: true });
  await send(page, { ...shopApi.buyOne, path: `/gift-card/buy-gift-card/${card.id}` }, {});
}

test("several sold cards are delivered with a code each, without bad codes or the administrator's own card", {
  tag: '@long',
}, async ({ page, app, browser, problems }) => {
  problems.expect(/status of (403|409|422)/);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const name = uniqueName('Lot');
  await openDashboard(page, `alerts?search=${name}`);
  await giveCoins(app, 'admin@finalring.test', 100);
  await buyByHand(app, page, `${name} 1`);
  const theirs = await (await browser.newContext({ baseURL: app.url })).newPage();
  const buyer = await signIn(theirs, { to: '/robots.txt' });
  await giveCoins(app, buyer.email, 1_000);
  for (const number of [2, 3, 4]) await buyByHand(app, theirs, `${name} ${number}`);
  await page.reload();
  await all(page).click();
  await counted(page, '4 of 4 selected');
  await press(page, 'Deliver');
  const dialog = page.getByRole('dialog', { name: /Deliver/ });
  const deliver = dialog.getByRole('button', { name: 'Deliver', exact: true });
  await expect(deliver).toBeDisabled();
  const field = (number: number) => dialog.getByLabel(`Code: ${name} ${number} of `);
  const code = () => randomUUID().slice(0, 18).toUpperCase();
  // The newest comes first. An empty line means "no code for this card", so the following code never goes to the wrong
  // buyer.
  await page.evaluate((text) => navigator.clipboard.writeText(text), `${code()}\t0042\nab\n\nWITH-PLACE\n`);
  await field(4).focus();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(dialog.getByLabel(`PIN (optional): ${name} 4 of `)).toHaveValue('0042');
  await expect(field(3)).toHaveValue('ab');
  await expect(field(2)).toHaveValue('');
  await expect(field(1)).toHaveValue('WITH-PLACE');
  // Typed codes aren't discarded without a question.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(field(3)).toHaveValue('ab');
  await field(1).fill(code());
  await expectSound(page);
  await deliver.click();
  await expect(dialog.getByRole('status')).toHaveText('1 delivered, 2 failed, 1 unchanged.');
  const left = dialog.getByRole('list', { name: 'Not done' }).getByRole('listitem');
  await expect(left.filter({ hasText: `${name} 3` })).toContainText('it is shorter than 4 characters');
  await expect(left.filter({ hasText: `${name} 2` })).toContainText('No code was entered');
  await expect(left.filter({ hasText: `${name} 1` })).toContainText(errors.conflict_of_interest.message);
  const find = async () =>
    (await ask(theirs, shopApi.purchases)).list.find(({ title }) => title === `${name} 4`);
  // The buyer gets it once it can no longer be undone.
  await expect.poll(async () => (await find())?.status).toBe('delivered');
  const bought = await find();
  const path = `/gift-card/purchases/${bought?._id}/reveal`;
  expect(await send(theirs, { ...shopApi.reveal, path }, {})).toMatchObject({ pin: '0042' });
  await field(3).fill(code());
  await dialog.getByRole('button', { name: 'Try 2 again' }).click();
  await expect(dialog.getByRole('status')).toHaveText('2 delivered, 1 failed, 1 unchanged.');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await counted(page, '4 of 4 selected');
  await expect(page.getByRole('row').filter({ hasText: 'Yes' })).toHaveCount(2);
});

test('failures are reported even when the rows have left the list', { tag: '@long' }, async ({
  page,
  app,
  problems,
}) => {
  problems.expect(/status of 404/);
  const { name, cards } = await someCards(app, 2);
  const ids = cards.map(({ id }) => id);
  await openDashboard(page, `?search=${name}`);
  await all(page).click();
  await inDatabase(app, (tx) =>
    tx.run(sql`update gift_cards set is_active = false, deleted_at = now() where id = any (${ids})`),
  );
  await press(page, 'Take off sale');
  const dialog = page.getByRole('dialog', { name: 'Take off sale: 2 gift cards' });
  await expect(dialog.getByRole('status')).toHaveText('0 off sale, 2 failed.');
  await expect(page.getByText('No gift cards found')).toBeAttached();
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(bar(page)).toBeHidden();
});

test('an administrator with read permission can select rows only for export', { tag: '@long' }, async ({
  page,
  app,
}) => {
  const role = uniqueName('DESK_').toUpperCase();
  const { name } = await someCards(app, 2);
  const { email } = await signIn(page, { to: '/robots.txt' });
  await inDatabase(app, async (tx) => {
    await tx.run(sql`insert into roles (name, permissions) values (${role}, array['gift-cards:read'])`);
    await tx.run(sql`update players set role = ${role} where email = ${email}`);
  });
  await page.goto(`/dashboard?search=${name}`);
  await all(page).click();
  await expect(bar(page).getByRole('button')).toHaveText(['Export selected', 'Clear selection']);
});

test('packages, challenges, giveaways and events can be selected too', { tag: '@long' }, async ({ page }) => {
  for (const [tab, actions] of [
    ['coins', ['Put on sale', 'Take off sale', 'Delete']],
    ['challenges', ['Open', 'Close', 'Delete']],
    ['giveaways', ['Activate', 'Deactivate', 'Delete']],
    ['events', ['Activate', 'Deactivate', 'Delete']],
  ] as const) {
    await openDashboard(page, tab);
    await all(page).click();
    for (const action of actions) {
      await expect(bar(page).getByRole('button', { name: action, exact: true })).toBeVisible();
    }
    await expectSound(page);
  }
});
