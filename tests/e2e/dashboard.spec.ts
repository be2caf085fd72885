// SPDX-License-Identifier: Apache-2.0

import type { Locator, Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { expectAccessible, expectNoOverflow } from '../support/e2e/accessible.ts';
import { openDashboard } from '../support/e2e/admin.ts';
import { inDatabase, withDatabase } from '../support/e2e/database.ts';
import { signIn, uniqueName } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';
import { createPlayer } from '../support/factories.ts';

const tabNames = [
  'Overview',
  'Inbox',
  ...['Gift Cards', 'Coins', 'Alerts'],
  ...['Users', 'Referrals', 'Fair Play'],
  ...['Events', 'Giveaways', 'Challenges', 'Disputes', 'Play Rules'],
  ...['Books', 'Approvals', 'Roles', 'Webhooks', 'Audit Log'],
];
const viewports = [390, 768, 1440, 1920].map((width) => ({ width, height: width < 500 ? 844 : 900 }));

const tabBar = (page: Page) => page.getByRole('navigation', { name: 'Dashboard' });
const getLeft = async (part: Locator) => (await part.boundingBox())?.x ?? Number.NaN;
const getRight = async (part: Locator) => {
  const box = await part.boundingBox();
  return box ? box.x + box.width : Number.NaN;
};
const getBottom = async (part: Locator) => {
  const box = await part.boundingBox();
  return box ? box.y + box.height : Number.NaN;
};

test("aligns header, tabs and content, without the players' footer", {
  tag: '@long',
}, async ({ page }) => {
  await openDashboard(page, 'coins');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  for (const viewport of viewports) {
    await page.setViewportSize(viewport);
    await expectNoOverflow(page);
    const logo = await getLeft(page.getByRole('banner').getByRole('link').first());
    const list = page.getByLabel('Search coin packages');
    const listLeft = viewport.width < 1024 ? logo : await getLeft(list);
    expect(listLeft).toBeLessThan(logo + 300);
    for (const part of [page.getByRole('heading', { level: 1 }), tabBar(page)])
      expect(await getLeft(part), `${viewport.width}: ${part}`).toBeCloseTo(logo, 0);
    for (const part of [list, page.getByRole('table')])
      expect(await getLeft(part), `${viewport.width}: ${part}`).toBeCloseTo(listLeft, 0);
    const end = await getRight(page.getByRole('button', { name: 'ADD COIN' }));
    expect(await getRight(page.getByRole('table')), `${viewport.width}`).toBeCloseTo(end, 0);
    if (viewport.width < 1024) continue;
    expect(await getRight(page.getByRole('button', { name: /^Open profile menu/ }))).toBeCloseTo(end, 0);
  }
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  await page.getByRole('banner').getByRole('link').first().click();
  await expect(page.getByRole('contentinfo')).toBeVisible();
});

test('shows every tab in its group, beside the list or behind one button', { tag: '@long' }, async ({
  page,
}) => {
  await openDashboard(page, '');
  const links = tabBar(page).getByRole('link');
  const button = tabBar(page).getByRole('button');
  for (const viewport of viewports) {
    await page.setViewportSize(viewport);
    if (viewport.width < 1024) await button.click();
    await expect(links).toHaveText(tabNames.map((name) => new RegExp(`^${name}`)));
    for (const link of await links.all()) await expect(link).toBeInViewport({ ratio: 1 });
    await expectNoOverflow(page);
    await expectAccessible(page);
    if (viewport.width < 1024) await page.keyboard.press('Escape');
  }
  await page.setViewportSize({ width: 390, height: 844 });
  for (const name of tabNames) {
    await button.click();
    await links.filter({ hasText: name }).press('Enter');
    await expect(button).toHaveText(new RegExp(`^${name}`));
    await expect(links).toHaveCount(0);
  }
});

test('opens the overview from the menu for administrators with access', async ({ page }) => {
  await openDashboard(page, 'coins');
  await page.getByRole('button', { name: /^Open profile menu/ }).click();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL(/\/dashboard\/overview$/);
});

test('focuses the search with /, shows shortcuts with ?, and can turn both off', { tag: '@long' }, async ({
  page,
}) => {
  await openDashboard(page, 'coins');
  const search = page.getByLabel('Search coin packages');
  await expect(search).toBeVisible();
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await page.keyboard.type('a?/');
  await expect(search).toHaveValue('a?/');
  await search.blur();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  // It fades in, so it is transparent for a moment.
  await expect(dialog).toHaveCSS('opacity', '1');
  await expectAccessible(page);
  await dialog.getByRole('switch', { name: 'Single-key shortcuts' }).click();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(search).toBeVisible();
  await page.keyboard.press('?');
  await page.keyboard.press('/');
  await expect(search).not.toBeFocused();
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Go to' })).toBeVisible();
});

test('aligns the heading and figures of the stock column at every width', { tag: '@long' }, async ({
  page,
}) => {
  await openDashboard(page, '');
  const getEdges = (part: Locator) =>
    part.evaluate((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      const { left, right } = range.getBoundingClientRect();
      return [left, right];
    });
  const heading = page.getByRole('columnheader', { name: 'Stock' });
  for (const width of [768, 1024, 1200, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const place = await heading.evaluate((cell) =>
      [...(cell.parentElement as Element).children].indexOf(cell),
    );
    const values = page.locator('tbody tr').first().locator(':scope > *').nth(place);
    const [a, b] = [await getEdges(heading), await getEdges(values)];
    const apart = Math.min(...a.map((edge, side) => Math.abs(edge - (b[side] ?? Number.NaN))));
    expect(apart, `${width}`).toBeLessThan(24);
  }
});

test('shows events compactly at every width', { tag: '@long' }, async ({ page }) => {
  await openDashboard(page, 'events');
  const cards = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('switch') });
  await expect(cards.first()).toBeVisible();
  for (const viewport of viewports) {
    await page.setViewportSize(viewport);
    for (const card of await cards.all()) {
      expect((await card.boundingBox())?.height, `${viewport.width}`).toBeLessThan(250);
    }
    // All of its tabs are visible too.
    for (const tab of await page.getByRole('tab').all()) await expect(tab).toBeInViewport({ ratio: 1 });
  }
});

test('shows 25 users compactly at every width, and each row expands', { tag: '@long' }, async ({
  page,
  app,
}) => {
  const family = uniqueName('Dense').toLowerCase();
  await withDatabase(app, async (db) => {
    for (let place = 10; place < 35; place += 1) {
      const name = `${family} ${place}`;
      await createPlayer(db, { name, email: `${family}.${place}@a-rather-long-company-name.test` });
    }
  });
  await openDashboard(page, `users?search=${family}&sort=name&order=asc`);
  await expect(page.getByText('1–25 of 25 users')).toBeVisible();
  for (const viewport of viewports) {
    await page.setViewportSize(viewport);
    const height = (await page.getByRole('table').boundingBox())?.height;
    expect(height, `${viewport.width}`).toBeLessThan(25 * 68);
  }

  await page.setViewportSize({ width: 390, height: 844 });
  // Forces a new layout: a row that was as wide as a table may fit better now.
  await page.reload();
  const row = page.getByRole('row').filter({ hasText: `${family} 12` });
  const more = row.getByRole('button', { name: `More about ${family} 12` });
  await expect(more).toHaveAttribute('aria-expanded', 'false');
  await expect(row.getByText('Verified')).toBeHidden();
  await expect(row.getByRole('button', { name: /^Edit/ })).toBeHidden();
  // Anywhere on the row.
  await row.click();
  await expect(more).toHaveAttribute('aria-expanded', 'true');
  await expect(row.getByText('Verified')).toBeVisible();
  // No higher than its lines.
  const lowest = await getBottom(row.getByRole('cell').last());
  expect((await getBottom(row)) - lowest).toBeLessThan(20);
  // After scrolling, the header may cover half of a button, which axe reports as too small.
  await page.evaluate(() => scrollTo(0, 0));
  await expectAccessible(page);
  await expectNoOverflow(page);
  for (const button of await row.getByRole('cell').last().locator('a, button').all()) {
    const box = await button.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
  await row.getByRole('button', { name: /^Edit/ }).click();
  await page.getByRole('dialog', { name: 'Edit User' }).getByRole('button', { name: 'Cancel' }).click();
  await more.press('Enter');
  await expect(row.getByText('Verified')).toBeHidden();
  await page.setViewportSize({ width: 1024, height: 900 });
  await expect(row.getByRole('button', { name: /^Edit/ })).toBeVisible();
});

test('shows bar and skeleton until the first permitted tab is loaded', {
  tag: '@long',
}, async ({ page, app }) => {
  const role = uniqueName('DESK_').toUpperCase();
  const { email } = await signIn(page, { to: '/robots.txt' });
  await inDatabase(app, async (tx) => {
    await tx.run(sql`insert into roles (name, permissions) values (${role}, array['audit:read'])`);
    await tx.run(sql`update players set role = ${role} where email = ${email}`);
  });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/audit-log-[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  await expect(tabBar(page).getByRole('listitem')).toHaveText(['Audit Log']);
  await expect(page.getByText('Loading the dashboard...')).toBeAttached();
  release();
  await page.waitForURL('**/dashboard/audit-log');
  await expect(page.getByText('Every change by an administrator')).toBeVisible();
});

test("shows the server's message on every tab whose list fails", { tag: '@long' }, async ({
  page,
  problems,
}) => {
  problems.expect(/status of 409/);
  const said = 'The books are closed until noon.';
  await openDashboard(page, '');
  // All further requests except the one for the current user.
  await page.route('**/api/v1/**', (route) =>
    /auth|config|live/.test(route.request().url())
      ? route.fallback()
      : route.fulfill({ status: 409, json: { message: said, code: 'changed_meanwhile' } }),
  );
  const lists = [
    '',
    'coins',
    'users',
    'events',
    'events?tab=schedule',
    'giveaways',
    'alerts',
    'challenges',
    'challenges?view=attempts',
    'referrals',
    'roles',
    'audit-log',
    'overview',
  ];
  for (const list of lists) {
    await page.goto(`/dashboard/${list}`);
    const alert = page.getByRole('main').getByRole('alert').filter({ hasText: said });
    await expect(alert.first(), list).toBeVisible();
    await expect(alert.first().getByRole('button', { name: 'Try again' })).toBeVisible();
  }
});
