// SPDX-License-Identifier: Apache-2.0

import type { Locator } from '@playwright/test';
import sql from 'sql-template-tag';
import { expectSound } from '../support/e2e/accessible.ts';
import { openDashboard } from '../support/e2e/admin.ts';
import { inDatabase } from '../support/e2e/database.ts';
import { putOnSale } from '../support/e2e/shop.ts';
import { expect, test } from '../support/e2e/test.ts';

/** The lower edge of the first text in an element. */
const textBottom = (element: Locator) =>
  element.evaluate((root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    range.selectNodeContents(walker.nextNode() ?? root);
    return range.getBoundingClientRect().bottom;
  });

test('amounts are aligned with the text beside them, and the line below the headings is unbroken', {
  tag: '@long',
}, async ({ page }) => {
  await openDashboard(page, 'coins');
  const row = page.getByRole('row').nth(1);
  await expect(row).toBeVisible();
  const price = await textBottom(row.locator('[data-label="Original Price"]'));
  expect(
    Math.abs((await textBottom(row.locator('[data-label="Coins"] span span').first())) - price),
  ).toBeLessThan(1);
  const line = (cell: Locator) => cell.evaluate((element) => getComputedStyle(element).borderBottom);
  expect(await line(page.locator('thead [data-place="select"]'))).toBe(
    await line(page.getByRole('columnheader', { name: 'Coins' })),
  );
});

test('a gift card that is off sale is dimmed in every cell but its buttons, and its time wraps only after the day', {
  tag: '@long',
}, async ({ page, app }) => {
  const { id, title } = await putOnSale(app);
  const old = '2025-03-09T23:41:00Z';
  await inDatabase(app, (tx) =>
    tx.run(sql`update gift_cards set is_active = false, created_at = ${old} where id = ${id}`),
  );
  await openDashboard(page, `?search=${encodeURIComponent(title)}`);
  const row = page.getByRole('row').filter({ hasText: title });
  await expect(row).toBeVisible();
  const colours = await row.evaluate((element) => {
    const cells = element.querySelectorAll('td:not([data-place="actions"], [data-place="select"])');
    return [...cells].flatMap((cell) =>
      [cell, ...cell.querySelectorAll('*')].map((one) => getComputedStyle(one).color),
    );
  });
  expect(new Set(colours).size).toBe(1);
  expect(colours[0]).not.toBe(await page.locator('body').evaluate((body) => getComputedStyle(body).color));
  const parts = row.locator('time > span');
  await expect(parts).toHaveText(['Mar 9, 2025,', /^\d+:\d\d [AP]M$/]);
  const lines = await parts.evaluateAll((spans) =>
    spans.map((span) => new Set([...span.getClientRects()].map(({ top }) => top)).size),
  );
  expect(lines).toEqual([1, 1]);
  await expectSound(page);
});

test('views, search and sort are in the same place on each tab', { tag: '@long' }, async ({ page }) => {
  const getPlace = async (element: Locator) => {
    await expect(element).toBeVisible();
    const { x = 0, y = 0 } = (await element.boundingBox()) ?? {};
    return [Math.round(x), Math.round(y)];
  };
  const search = page.getByRole('main').getByRole('searchbox');
  await openDashboard(page, '');
  const first = await getPlace(search);
  for (const tab of [
    'coins',
    'users',
    'giveaways',
    'alerts',
    'disputes',
    'referrals',
    'roles',
    'audit-log',
  ]) {
    await page.goto(`/dashboard/${tab}`);
    expect([tab, ...(await getPlace(search))]).toEqual([tab, ...first]);
  }
  const below: number[][] = [];
  for (const tab of ['challenges', 'events', 'fair-play']) {
    await page.goto(`/dashboard/${tab}`);
    const [x, y = 0] = await getPlace(page.getByRole('main').getByRole('tablist'));
    const [searchX, searchY = 0] = await getPlace(search);
    expect([tab, x, y]).toEqual([tab, first[0], first[1]]);
    below.push([searchX ?? 0, searchY]);
  }
  expect(new Set(below.map(String)).size).toBe(1);
});

test('on a phone, a list folds its filters, and the focus moves in the visible order', {
  tag: '@long',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openDashboard(page, 'users?role=SUPER_ADMIN');
  await expect(page.getByRole('main').getByRole('row').first()).toBeVisible();
  await expect(page.getByLabel('Role', { exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Filters 1 on' }).click();
  await page.getByRole('searchbox').focus();
  const places: number[] = [];
  for (let tool = 0; tool < 6; tool += 1) {
    const { x, y } = await page.evaluate(() => {
      const box = document.activeElement?.getBoundingClientRect();
      return { x: box?.x ?? 0, y: box?.y ?? 0 };
    });
    places.push(Math.round(y) * 1_000 + x);
    await page.keyboard.press('Tab');
  }
  expect(places).toEqual([...places].sort((one, other) => one - other));
  expect(new Set(places).size).toBe(places.length);
});
