// SPDX-License-Identifier: Apache-2.0

import type { Locator, Page } from '@playwright/test';
import { accountsApi } from '../../contract/accounts.ts';
import { challengesApi } from '../../contract/challenges.ts';
import { shopApi } from '../../contract/shop.ts';
import { expectNoOverflow } from '../support/e2e/accessible.ts';
import { openDashboard } from '../support/e2e/admin.ts';
import { openGiveaway } from '../support/e2e/giveaways.ts';
import { ask, expectBalance, send, signIn, uniqueName } from '../support/e2e/play.ts';
import { putAllOnSale, putOnSale } from '../support/e2e/shop.ts';
import { expect, test } from '../support/e2e/test.ts';

/** 1280 x 900 at a zoom of 400 %. */
const zoomedFourTimes = { width: 320, height: 225 };
const phone = { width: 390, height: 844 };

/** At 400 % its text must fit and its buttons be reachable. On a phone its buttons are centred. */
async function expectUsable(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog').last();
  await expect(dialog.getByRole('heading').first(), name).toBeVisible();
  await expect(dialog.locator('[aria-busy=true]')).toHaveCount(0);
  const buttons = dialog.locator('footer').getByRole('button').or(dialog.locator('footer').getByRole('link'));
  await page.setViewportSize(zoomedFourTimes);
  await expectNoOverflow(page);
  const content = dialog.getByRole('group', { name: 'Content', exact: true });
  if ((await content.count()) > 0) {
    const slit = await content.evaluate((part) =>
      part.scrollHeight > part.clientHeight + 1 ? part.clientHeight : undefined,
    );
    expect(slit ?? 200, `${name}: room for the words`).toBeGreaterThanOrEqual(150);
    const wide = await content.evaluate((part) => part.scrollWidth - part.clientWidth);
    expect(wide, `${name}: pushed sideways`).toBeLessThanOrEqual(0);
  }
  for (const button of [dialog.getByRole('button', { name: 'Dismiss' }), ...(await buttons.all())]) {
    await button.scrollIntoViewIfNeeded();
    await expect(button, name).toBeInViewport({ ratio: 1 });
  }
  await page.setViewportSize(phone);
  const around = await getMiddle(dialog);
  for (const button of await buttons.all()) {
    expect(Math.abs((await getMiddle(button)) - around), `${name}: axis`).toBeLessThan(0.6);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

async function getMiddle(part: Locator): Promise<number> {
  const box = await part.boundingBox();
  return box ? box.x + box.width / 2 : Number.NaN;
}

/** Opens each dialog with its button, checks it, and closes it. */
async function expectAllUsable(page: Page, within: Page | Locator, names: readonly RegExp[]): Promise<void> {
  for (const name of names) {
    await within.getByRole('button', { name }).or(within.getByRole('link', { name })).first().click();
    await expectUsable(page, String(name));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
}

test('dialogs of cards and coins are usable at 400 % zoom and on phones', { tag: '@long' }, async ({
  page,
  app,
}) => {
  const card = await putOnSale(app, { codes: 2 });
  await openDashboard(page, `?search=${encodeURIComponent(card.title)}`);
  const row = page.getByRole('row').filter({ hasText: card.title });
  await expectAllUsable(page, row, [/^Edit/, /^Import codes/, /^Reveal/, /^Delete/]);
  await expectAllUsable(page, page, [/^ADD GIFTCARD/]);
  await page.goto('/dashboard/coins');
  await expectAllUsable(page, page, [/^ADD COIN/, /^Edit/, /^Delete/]);
});

test('dialogs of users and roles are usable at 400 % zoom and on phones', { tag: '@long' }, async ({
  page,
}) => {
  const { email } = await signIn(page, { to: '/robots.txt' });
  const { _id } = await ask(page, accountsApi.getProfile);
  await openDashboard(page, `users?search=${email}`);
  await expectAllUsable(page, page.getByRole('row').filter({ hasText: email }), [/^Edit/, /^Delete/]);
  await page.goto(`/dashboard/users/${_id}`);
  const deeds = [/^Edit/, /^Change Epic/, /^Sign out/, /^Suspend/, /^Delete/];
  await expectAllUsable(page, page.getByRole('main'), deeds);
  await page.goto('/dashboard/roles');
  await expectAllUsable(page, page, [/^Create New Role/]);
});

test('dialogs of events and giveaways are usable at 400 % zoom and on phones', {
  tag: '@long',
}, async ({ page, app }) => {
  const title = uniqueName('Small ');
  await openGiveaway(app, title);
  await openDashboard(page, `giveaways?search=${encodeURIComponent(title)}`);
  const row = page.getByRole('row').filter({ hasText: title });
  await expectAllUsable(page, row, [new RegExp(`^${title}`), /^Edit/, /^Delete/]);
  await expectAllUsable(page, page, [/^Create Giveaway/]);
  await page.goto('/dashboard/events');
  const event = page.getByRole('listitem', { name: 'Daily grind' });
  await expectAllUsable(page, event, [/^Daily grind/, /^Edit/, /^Delete/]);
  await expectAllUsable(page, page, [/^Create Event/]);
});

test('dialogs of alerts and challenges are usable at 400 % zoom and on phones', {
  tag: '@long',
}, async ({ page, app, browser }) => {
  const [card] = await putAllOnSale(app, [{ codes: 0, isFulfilledByHand: true }]);
  const context = await browser.newContext(app.url ? { baseURL: app.url } : {});
  const theirs = await context.newPage();
  const buyer = await signIn(theirs);
  await expectBalance(theirs, 500);
  await send(theirs, { ...shopApi.buyOne, path: `/gift-card/buy-gift-card/${card?.id}` }, {});
  const [challenge] = await ask(theirs, challengesApi.getAll);
  await send(theirs, challengesApi.start, {
    challengeId: challenge?._id,
    challengeType: challenge?.challengeVariants[0]?.challengeType,
    epicId: uniqueName(),
  });
  await context.close();
  await openDashboard(page, `alerts?search=${encodeURIComponent(buyer.name)}`);
  await expectAllUsable(page, page.getByRole('row').filter({ hasText: buyer.name }), [/^Mark delivered/]);
  await page.goto('/dashboard/challenges');
  await expectAllUsable(page, page, [/^ADD CHALLENGE/, /^Edit/, /^Delete/]);
  await page.goto(`/dashboard/challenges?view=attempts&search=${encodeURIComponent(buyer.name)}`);
  const attempt = page.getByRole('row').filter({ hasText: buyer.name });
  await expectAllUsable(page, attempt, [/^Receipt/, /^Void/]);
});
