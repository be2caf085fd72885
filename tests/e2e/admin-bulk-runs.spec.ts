// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import type { Page, Route } from '@playwright/test';
import sql from 'sql-template-tag';
import { shopApi } from '../../contract/shop.ts';
import { openDashboard } from '../support/e2e/admin.ts';
import type { RunningApp } from '../support/e2e/app.ts';
import { giveCoins, inDatabase } from '../support/e2e/database.ts';
import { send, signIn, uniqueName } from '../support/e2e/play.ts';
import { type CardOnSale, putAllOnSale, putOnSale } from '../support/e2e/shop.ts';
import { expect, test } from '../support/e2e/test.ts';

const all = (page: Page) => page.getByRole('checkbox', { name: /^Select all \d+ / });
const bar = (page: Page) => page.getByRole('group', { name: /^Selected / });
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** More cards than calls that run at a time. */
async function sixCards(app: RunningApp): Promise<{ name: string; cards: CardOnSale[] }> {
  const name = uniqueName('Run');
  const titles = Array.from({ length: 6 }, (_, n) => ({ title: `${name} ${n + 1}`, codes: 0 }));
  return { name, cards: await putAllOnSale(app, titles) };
}

async function askToDelete(page: Page) {
  await all(page).click();
  await bar(page).getByRole('button', { name: 'Delete', exact: true }).click();
  return page.getByRole('dialog', { name: /^Delete \d/ });
}

function countDeleted(app: RunningApp, cards: readonly CardOnSale[]): Promise<number> {
  const ids = cards.map(({ id }) => id);
  return inDatabase(app, async (tx) => {
    const row = await tx.row<{ count: number }>(
      sql`select count(*)::int from gift_cards where id = any (${ids}) and deleted_at is not null`,
    );
    return row?.count ?? 0;
  });
}

test('a double click on the main button starts a bulk run without stopping it', { tag: '@long' }, async ({
  page,
  app,
}) => {
  const { name, cards } = await sixCards(app);
  await openDashboard(page, `?search=${name}`);
  await page.route('**/gift-card/delete/*', async (route) => {
    // A slow server, so that the run lasts longer than a double press.
    await pause(300);
    await route.fallback();
  });
  const question = await askToDelete(page);
  const main = question.getByRole('button', { name: 'Delete', exact: true });
  await main.dblclick({ delay: 30 });
  const running = page.getByRole('dialog', { name: /^Delete: 6 gift cards/ });
  await expect(running.getByRole('button', { name: 'Working...' })).toHaveAttribute('aria-busy', 'true');
  await expect(running.getByRole('button', { name: 'Stop' })).toBeVisible();
  await expect(page.getByText('6 gift cards deleted', { exact: true })).toBeVisible();
  expect(await countDeleted(app, cards)).toBe(6);
});

test('going back during a bulk run asks first, and leaving stops the remaining calls', {
  tag: '@long',
}, async ({ page, app }) => {
  const { name, cards } = await sixCards(app);
  await openDashboard(page, 'coins');
  await page.getByRole('link', { name: 'Gift Cards' }).click();
  await page.getByRole('searchbox', { name: 'Search gift cards' }).fill(name);
  await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(6);
  const held: Route[] = [];
  await page.route('**/gift-card/delete/*', (route) => void held.push(route));
  const question = await askToDelete(page);
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.poll(() => held.length).toBe(4);
  const leave = page.getByRole('dialog', { name: 'Leave while this is running?' });
  const here = page.url();
  await page.goBack();
  await leave.getByRole('button', { name: 'Stay here' }).click();
  await expect(leave).toBeHidden();
  // The address matters too: the next step back starts from it.
  await expect(page).toHaveURL(here);
  await expect(page.getByRole('progressbar', { name: 'Progress' })).toBeVisible();
  // Through the page itself, because the tool's view of the history may still lack the latest step.
  await page.evaluate('history.back()');
  await leave.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page.getByRole('searchbox', { name: 'Search coin packages' })).toBeVisible();
  for (const route of held.splice(0)) await route.fallback();
  await expect.poll(() => countDeleted(app, cards)).toBe(4);
  // Time for a call that must not happen.
  await pause(500);
  expect(held).toHaveLength(0);
});

for (const [what, tab] of [
  ['gift cards', ''],
  ['coin packages', 'coins'],
  ['challenges', 'challenges'],
] as const) {
  test(`deleting ${what} again after lost answers reports success`, { tag: '@long' }, async ({
    page,
    app,
    problems,
  }) => {
    problems.expect(/ERR_FAILED/);
    const name = uniqueName('Lost');
    await putTwo(app, what, name);
    await openDashboard(page, `${tab}?search=${name}`);
    if (tab === 'challenges') await page.getByRole('searchbox', { name: /challenges/ }).fill(name);
    const lose = async (route: Route) => {
      if (route.request().method() !== 'DELETE') return route.fallback();
      await route.fetch();
      return route.abort();
    };
    await page.route('**/api/v1/**', lose);
    const question = await askToDelete(page);
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    const again = page.getByRole('dialog').getByRole('button', { name: 'Try 2 again' });
    await expect(again).toBeVisible();
    await page.unroute('**/api/v1/**', lose);
    await again.click();
    await expect(page.getByText(`2 ${what} deleted`, { exact: true })).toBeVisible();
  });
}

async function putTwo(app: RunningApp, what: string, name: string): Promise<void> {
  if (what === 'gift cards') {
    await putAllOnSale(
      app,
      [1, 2].map((n) => ({ title: `${name} ${n}`, codes: 0 })),
    );
    return;
  }
  await inDatabase(app, async (tx) => {
    for (const n of [1, 2]) {
      if (what === 'challenges')
        await tx.run(sql`insert into challenges (description, is_active) values (${`${name} ${n}`}, true)`);
      else
        await tx.run(sql`
          insert into coin_packages (title, coins, original_price_cents, discount_percentage)
          values (${`${name} ${n}`}, 100, 1000, 0)`);
    }
  });
}

test('two sold cards of one buyer have distinct labels, and surplus pasted lines are reported', {
  tag: '@long',
}, async ({ page, app }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const title = uniqueName('Twin');
  const buyer = await signIn(page, { to: '/robots.txt' });
  await giveCoins(app, buyer.email, 1_000);
  const card = await putOnSale(app, { title, codes: 0, isFulfilledByHand: true });
  for (const _ of [1, 2]) {
    await send(page, { ...shopApi.buyOne, path: `/gift-card/buy-gift-card/${card.id}` }, {});
  }
  await openDashboard(page, `alerts?search=${title}`);
  const boxes = page.getByRole('row').getByRole('checkbox', { name: new RegExp(`^Select ${title}`) });
  await expect(boxes).toHaveCount(2);
  const names = await boxes.evaluateAll((found) => found.map((box) => box.getAttribute('aria-label')));
  expect(new Set(names).size).toBe(2);
  await all(page).click();
  await bar(page).getByRole('button', { name: 'Deliver', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /Deliver/ });
  const fields = dialog.getByRole('textbox');
  const code = () => randomUUID().slice(0, 18).toUpperCase();
  await page.evaluate((text) => navigator.clipboard.writeText(text), `${code()}\n${code()}\nODD-1\nODD-2\n`);
  await fields.first().focus();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(dialog.getByRole('status')).toHaveText(
    'We skipped 2 pasted lines: there are no more fields below.',
  );
  await page.evaluate((text) => navigator.clipboard.writeText(text), `${code()}\n${code()}`);
  await fields.first().focus();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(dialog.getByRole('status')).toBeHidden();
});
