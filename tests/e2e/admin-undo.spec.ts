// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { shopApi } from '../../contract/shop.ts';
import { expectSound } from '../support/e2e/accessible.ts';
import { openDashboard } from '../support/e2e/admin.ts';
import type { RunningApp } from '../support/e2e/app.ts';
import { giveCoins, inDatabase } from '../support/e2e/database.ts';
import { ask, send, signIn, stored, uniqueName } from '../support/e2e/play.ts';
import { putAllOnSale, putOnSale } from '../support/e2e/shop.ts';
import { expect, test } from '../support/e2e/test.ts';

const toasts = (page: Page) => page.getByRole('region', { name: /^Notifications/ });
const undo = (page: Page) => toasts(page).getByRole('button', { name: 'Undo' });
const all = (page: Page) => page.getByRole('checkbox', { name: /^Select all \d+ / });
const bar = (page: Page) => page.getByRole('group', { name: /^Selected / });

async function getBox(part: Locator) {
  const box = await part.boundingBox();
  if (!box) throw new Error(`nothing to see of ${part}`);
  return box;
}

async function expectApart(one: Locator, other: Locator): Promise<void> {
  const [a, b] = [await getBox(one), await getBox(other)];
  const isOver = a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
  expect(isOver, `${one} covers ${other}`).toBe(false);
}

test('Undo puts one or several cards back on sale, and restores the selection', { tag: '@long' }, async ({
  page,
  app,
}) => {
  const name = uniqueName('Slip');
  await putAllOnSale(app, [{ title: `${name} 1` }, { title: `${name} 2` }]);
  await openDashboard(page, `?search=${name}&status=active`);
  await page.getByRole('switch', { name: `${name} 1 is on sale` }).click();
  // A toast stays while the mouse is over it.
  await toasts(page).getByText(`${name} 1`).hover();
  await expect(all(page)).toHaveAccessibleName('Select all 1 gift card on this page');
  await undo(page).click();
  await expect(toasts(page).getByText('Undone')).toBeVisible();
  await expect(page.getByRole('switch', { name: `${name} 1 is on sale` })).toBeChecked();

  await all(page).click();
  await bar(page).getByRole('button', { name: 'Take off sale' }).click();
  await toasts(page).getByText('2 gift cards off sale', { exact: true }).hover();
  await expectSound(page);
  await page.keyboard.press('z');
  await expect(page.getByRole('switch', { name: `${name} 2 is on sale` })).toBeChecked();
  await expect(bar(page).getByRole('status')).toHaveText('2 of 2 selected');
});

test("an undo overwrites no other administrator's later decision", { tag: '@long' }, async ({
  page,
  app,
  browser,
  problems,
}) => {
  problems.expect(/status of 409/);
  const name = uniqueName('Slip');
  const { id } = await putOnSale(app, { title: name });
  await openDashboard(page, `?search=${name}`);
  await page.getByRole('switch', { name: `${name} is on sale` }).click();
  await expect(undo(page)).toBeVisible();
  const somebody = await browser.newContext({ baseURL: app.url });
  const { email } = await signIn(await somebody.newPage(), { to: '/robots.txt' });
  await somebody.close();
  await inDatabase(app, (tx) =>
    tx.run(sql`
      insert into admin_changes (actor_id, action, subject, before, after, reason, address)
      select id, 'gift-card.change', ${`gift-card:${id}`}, '{"isActive": false}', '{"isActive": false}', '', ''
      from players where email = ${email}`),
  );
  await undo(page).click();
  await expect(toasts(page).getByText(/^Someone else changed this meanwhile/)).toBeVisible();
  await expect(page.getByRole('switch', { name: `${name} is on sale` })).not.toBeChecked();
});

test('a delivery reaches its buyer after eight seconds, even with the page closed, unless undone', {
  tag: '@long',
}, async ({ page, app, browser }) => {
  const name = uniqueName('Slip');
  const theirs = await (await browser.newContext({ baseURL: app.url })).newPage();
  const buyer = await signIn(theirs, { to: '/robots.txt' });
  await giveCoins(app, buyer.email, 1_000);
  const card = await putOnSale(app, { title: name, codes: 0, isFulfilledByHand: true });
  await send(theirs, { ...shopApi.buyOne, path: `/gift-card/buy-gift-card/${card.id}` }, {});
  const find = async () => (await ask(theirs, shopApi.purchases)).list.find(({ title }) => title === name);

  await openDashboard(page, `alerts?search=${name}`);
  const deliver = async (code: string) => {
    await page.getByRole('button', { name: `Mark delivered: ${name} of` }).click();
    const dialog = page.getByRole('dialog', { name: 'Mark as delivered' });
    await dialog.getByLabel('Code', { exact: true }).fill(code);
    await dialog.getByRole('button', { name: 'Mark delivered' }).click();
    await expect(page.getByText('In seconds')).toBeVisible();
  };
  await deliver(randomUUID());
  expect(await find()).toMatchObject({ status: 'on_its_way', hashCode: '' });
  await undo(page).click();
  await expect(toasts(page).getByText('Undone')).toBeVisible();
  await expect(page.getByText('In seconds')).toHaveCount(0);

  const code = randomUUID();
  await deliver(code);
  await page.goto('about:blank');
  await expect.poll(async () => (await find())?.status).toBe('delivered');
  const path = `/gift-card/purchases/${(await find())?._id}/reveal`;
  expect(await send(theirs, { ...shopApi.reveal, path }, {})).toMatchObject({ hashCode: code });
  await theirs.context().close();
});

test('no message covers balance, bell or menu at any width', { tag: '@long' }, async ({ page, app }) => {
  const name = uniqueName('Slip');
  await putOnSale(app, { title: name });
  await openDashboard(page, `?search=${name}`);
  const header = page.getByRole('banner');
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await page.getByRole('switch', { name: `${name} is on sale` }).click();
    await expect(undo(page)).toHaveCount(1);
    const message = toasts(page)
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: 'Undo' }) });
    await expect(message).toBeVisible();
    await expectApart(message, header);
    const menu = page.getByRole('navigation', { name: 'Dashboard' });
    await expectApart(message, width < 1_024 ? menu.getByRole('button').first() : menu);
    await undo(page).click();
    await expect(undo(page)).toHaveCount(0);
  }
});

/** Takes a card off sale and presses Undo, whose answer waits for `release`. The page's `said` lists toasts from then on. */
async function undoLate(page: Page, app: RunningApp) {
  const name = uniqueName('Slip');
  await putOnSale(app, { title: name });
  await openDashboard(page, `?search=${name}`);
  const onSale = page.getByRole('switch', { name: `${name} is on sale` });
  await onSale.click();
  await expect(undo(page)).toBeVisible();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/v1/gift-card/*/active', async (route) => {
    const response = await route.fetch();
    await released;
    await route.fulfill({ response });
  });
  const undone = page.waitForResponse('**/api/v1/gift-card/*/active');
  await undo(page).click();
  await page.evaluate(`
    globalThis.said = [];
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll('[data-sonner-toast]')) said.push(toast.textContent);
    }).observe(document.body, { childList: true, subtree: true });
  `);
  return { onSale, release, undone };
}

test('an undo that is answered after signing out in another tab says nothing', { tag: '@long' }, async ({
  page,
  context,
  app,
}) => {
  const { release, undone } = await undoLate(page, app);
  const elsewhere = await context.newPage();
  await elsewhere.goto('/robots.txt');
  await elsewhere.evaluate(() => localStorage.removeItem('authToken'));
  await page.waitForURL((url) => url.pathname === '/');
  release();
  await (await undone).finished();
  await page.evaluate('new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))');
  expect(await page.evaluate<string[]>('said')).not.toContainEqual(expect.stringContaining('Undone'));
});

test('an undo that is answered in the next session says nothing', { tag: '@long' }, async ({
  page,
  context,
  app,
}) => {
  const { onSale, release, undone } = await undoLate(page, app);
  const before = `Bearer ${await stored(page, 'authToken')}`;
  const anew = page.waitForRequest((request) => {
    const { authorization = before } = request.headers();
    return authorization !== before;
  });
  await signIn(await context.newPage(), { email: 'admin@finalring.test', to: '/robots.txt' });
  await anew;
  release();
  await (await undone).finished();
  await page.evaluate('new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))');
  // The toast of this session's own change would come after it.
  await onSale.click();
  await expect(undo(page)).toBeVisible();
  expect(await page.evaluate<string[]>('said')).not.toContainEqual(expect.stringContaining('Undone'));
});
