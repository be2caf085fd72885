// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expectAccessible, expectNoOverflow, expectSound } from '../support/e2e/accessible.ts';
import { openDashboard } from '../support/e2e/admin.ts';
import { withDatabase } from '../support/e2e/database.ts';
import { signIn, uniqueName } from '../support/e2e/play.ts';
import { putOnSale } from '../support/e2e/shop.ts';
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

test('the palette opens the dialog of a typed command, and says what is wrong with one', {
  tag: '@long',
}, async ({ page, app }) => {
  const name = uniqueName('Twin');
  await withDatabase(app, async (db) => {
    await createPlayer(db, { name: `${name} One` });
    await createPlayer(db, { name: `${name} Two` });
  });
  await openDashboard(page, 'coins');
  const button = page.getByRole('button', { name: 'Go to' });
  await button.click();
  const dialog = page.getByRole('dialog', { name: 'Go to' });
  const field = dialog.getByRole('combobox', { name: /^Search users/ });
  await expect(field).toHaveAccessibleDescription(/“\+250 ann” to adjust coins, “void ann” to void/);
  await expectSound(page);
  for (const [typed, fault] of [
    [`+0 ${name}`, 'Type an amount other than 0.'],
    [`+1.000 ${name}`, 'Type the amount in digits only'],
    ['+250 admin@finalring.test', 'No other player found for "admin@finalring.test"'],
    ['void zzzz-nothing', 'No attempt to void found for "zzzz-nothing"'],
    ['price zzzz-nothing', 'Type a whole price up to 1,000,000,000 and a card'],
  ] as const) {
    await field.fill(typed);
    await expect(dialog.getByText(fault)).toBeVisible();
  }
  await field.fill(`-250 ${name}`);
  const actions = dialog.getByRole('group', { name: 'Actions' }).getByRole('option');
  await expect(actions).toHaveCount(2);
  await expectSound(page);
  await field.press('ArrowDown');
  const chosen = page.locator('[role=option][data-highlighted]');
  await expect(chosen).toContainText(`Adjust coins of ${name}`);
  const [whose = ''] = /Twin\S* (One|Two)/.exec((await chosen.textContent()) ?? '') ?? [];
  await field.press('Enter');
  const form = page.getByRole('dialog', { name: `Adjust coins of ${whose}` });
  await expect(form.getByLabel('Reason for -250 GC')).toBeFocused();
  await page.keyboard.type('Bought by mistake');
  await page.keyboard.press('Enter');
  await expect(form.getByText('You can’t set a balance below zero')).toBeVisible();
  await form.getByLabel('Reason').clear();
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await expect(button).toBeFocused();
  await expect(page).toHaveURL(/\/dashboard\/coins$/);
});

test('the palette opens a card that the open list has not read yet', { tag: '@long' }, async ({
  page,
  app,
}) => {
  const title = uniqueName('Late');
  await openDashboard(page, '');
  await page.goto(`/dashboard?search=${title}`);
  await expect(page.getByText('No gift cards found')).toBeVisible();
  await putOnSale(app, { title, codes: 0 });
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Go to' }).getByRole('combobox').fill(title);
  await page.getByRole('option', { name: title }).click();
  await expect(page.getByRole('dialog', { name: 'Edit Gift Card' }).getByLabel('Title')).toHaveValue(title);
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
  await expect(dialog.getByText('Or type')).toHaveCount(0);
  await dialog.getByRole('combobox').fill('arcana');
  await expect(dialog.getByRole('group', { name: 'Gift cards' })).toBeVisible();
  await dialog.getByRole('combobox').fill('price 150 arcana');
  await expect(dialog.getByText('Nothing found for "price 150 arcana"')).toBeVisible();
  await dialog.getByRole('combobox').fill('+250 admin');
  await expect(dialog.getByText('Nothing found for "+250 admin"')).toBeVisible();
  const denied = /get-all-users|challenge\/attempts|all-gift-card-request/;
  expect(asked.filter((path) => denied.test(path))).toEqual([]);
});
