// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expectAccessible, expectNoOverflow } from '../support/e2e/accessible.ts';
import { openDashboard } from '../support/e2e/admin.ts';
import { withDatabase } from '../support/e2e/database.ts';
import { signIn, uniqueName } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';
import { createPlayer } from '../support/factories.ts';

test('the palette opens by keyboard, finds users, cards and tabs, and goes there', { tag: '@long' }, async ({
  page,
  app,
}) => {
  const name = uniqueName('Findme');
  const { id } = await withDatabase(app, (db) => createPlayer(db, { name }));
  await openDashboard(page, 'coins');
  const button = page.getByRole('button', { name: 'Go to' });
  await button.focus();
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Go to' });
  const field = dialog.getByRole('combobox', { name: /^Search users/ });
  await expect(field).toBeFocused();
  await expect(dialog.getByRole('option')).toHaveCount(18);
  await expectAccessible(page);

  await field.fill(name.slice(0, -1));
  await expect(dialog.getByRole('group', { name: 'Users' }).getByRole('option')).toHaveText([
    new RegExp(name),
  ]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/dashboard/users/${id}$`));
  await expect(dialog).toBeHidden();

  await page.keyboard.press('Control+k');
  await field.fill('arcana');
  await dialog
    .getByRole('option', { name: /^Dota 2 Arcana/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/dashboard\?search=Dota[^&]*$/);
  const form = page.getByRole('dialog', { name: 'Edit Gift Card' });
  await expect(form.getByLabel('Title')).toHaveValue('Dota 2 Arcana');
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await expect(page.getByLabel('Search gift cards')).toHaveValue('Dota 2 Arcana');

  await page.setViewportSize({ width: 1280, height: 800 });
  await button.click();
  await field.fill('q');
  await expect(dialog.getByText('Type one more letter to search')).toBeVisible();
  await field.fill('zzzz-nothing');
  await expect(dialog.getByText('Nothing found for "zzzz-nothing"')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();
});

test('the palette requests nothing the administrator may not see', { tag: '@long' }, async ({
  page,
  app,
}) => {
  const { email } = await signIn(page);
  const role = uniqueName('DESK_').toUpperCase();
  await withDatabase(app, (db) =>
    db.transaction(async (tx) => {
      await tx.run(sql`insert into roles (name, permissions) values (${role}, array['gift-cards:read'])`);
      await tx.run(sql`update players set role = ${role} where email = ${email}`);
    }),
  );
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Go to' }).click();
  const dialog = page.getByRole('dialog', { name: 'Go to' });
  await expect(dialog.getByRole('option')).toHaveText([/^Gift Cards/]);
  await dialog.getByRole('combobox').fill('arcana');
  await expect(dialog.getByRole('group', { name: 'Gift cards' })).toBeVisible();
  const denied = /get-all-users|challenge\/attempts|all-gift-card-request/;
  expect(asked.filter((path) => denied.test(path))).toEqual([]);
});
