// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';
import sql from 'sql-template-tag';
import { expectAccessible, expectNoOverflow, widths } from '../support/e2e/accessible.ts';
import { openDashboard } from '../support/e2e/admin.ts';
import { inDatabase } from '../support/e2e/database.ts';
import { signIn, uniqueName } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

test('the audit log shows who changed what, and can be filtered, paged and exported', {
  tag: '@long',
}, async ({ page, app }) => {
  const player = await signIn(page);
  const why = uniqueName('because');
  await openDashboard(page, `users?search=${player.email}`);
  await page.getByRole('button', { name: `Edit ${player.name}` }).click();
  await page.getByLabel('Gamer Coins', { exact: true }).fill('777');
  await page.getByLabel('Reason for +277 GC').fill(why);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('User updated successfully')).toBeVisible();

  await page.goto('/dashboard/audit-log');
  const entries = page.getByRole('list', { name: 'Audit log, newest first' }).getByRole('listitem');
  await expect(page.getByText('Nobody can change or delete an entry')).toBeVisible();
  await expect(entries.first()).toContainText('User edited');
  await expect(entries.first()).toContainText('Gamer coins');
  await page.getByLabel('Search the audit log').fill(why);
  await expect(entries).toHaveCount(1);
  await entries.locator('summary').click();
  await expect(entries).toContainText(/Gamer coins\s*500\s*777/);
  await expect(entries).toContainText('127.0.0.1');
  await expect(entries).toContainText('admin@finalring.test');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = readFileSync(await (await download).path(), 'utf8');
  expect(file.trim().split('\n')).toHaveLength(2);
  expect(file).toContain('When,By,Email,Action,Subject,Reason,Address,Before,After');
  expect(file).toContain(`user.update`);
  expect(file).toContain('""gamerCoins"":777');

  await entries.getByRole('button', { name: 'Only this subject' }).click();
  await expect(page).toHaveURL(/subject=user%3A/);
  await page.getByLabel('Search the audit log').fill('');
  await expect(entries).toHaveCount(1);
  await page.getByLabel('Action', { exact: true }).selectOption('user.delete');
  await expect(page.getByRole('heading', { name: 'No entries found' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(page).toHaveURL(/audit-log$/);
  await expect(entries.first()).toBeVisible();
  await page.getByLabel('Until').fill('2020-01-01');
  await expect(page.getByRole('heading', { name: 'No entries found' })).toBeVisible();
  await page.getByLabel('Until').fill('');
  await page.getByLabel('From').fill('2020-01-01');
  await expect(entries.first()).toBeVisible();
  await entries.first().locator('summary').click();
  await entries
    .first()
    .getByRole('button', { name: /^Only by / })
    .click();
  await expect(page).toHaveURL(/actor=/);
  await page.getByRole('button', { name: /^Show more than: By / }).click();
  await expect(page).not.toHaveURL(/actor=/);

  // A page is 50 entries.
  const many = uniqueName('many');
  await inDatabase(app, (tx) =>
    tx.run(sql`
      insert into admin_changes (actor_id, action, subject, before, after, reason, address)
      select id, 'user.sign-out', ${many} || n, null, null, '', '' from players, generate_series(1, 60) n
      where email = 'admin@finalring.test'`),
  );
  await page.goto(`/dashboard/audit-log?search=${many}`);
  await expect(entries).toHaveCount(50);
  await page.getByRole('button', { name: 'Older' }).click();
  await expect(entries).toHaveCount(60);
  await expect(page.getByRole('button', { name: 'Older' })).toHaveCount(0);
});

test('the audit log is accessible and fits every width', { tag: '@long' }, async ({ page }) => {
  const player = await signIn(page);
  await openDashboard(page, `users?search=${player.email}`);
  await page.getByRole('button', { name: `Edit ${player.name}` }).click();
  await page.getByLabel('Verified').selectOption('Unverified');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('User updated successfully')).toBeVisible();
  await page.goto('/dashboard/audit-log');
  await page.locator('summary').first().click();
  await page.getByRole('button', { name: 'Only this subject' }).click();
  await expect(page.getByRole('button', { name: /^Show more than: User / })).toBeVisible();
  for (const { viewport } of widths) {
    await page.setViewportSize(viewport);
    await expectAccessible(page);
    await expectNoOverflow(page);
  }
});
