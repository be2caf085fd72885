// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { transfer } from '../../server/ledger/transfer.ts';
import { expectAccessible, expectNoOverflow, widths } from '../support/e2e/accessible.ts';
import { failCalls, openDashboard } from '../support/e2e/admin.ts';
import type { RunningApp } from '../support/e2e/app.ts';
import { inDatabase, takeCoins } from '../support/e2e/database.ts';
import { enterChallenge, signIn, uniqueName } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

/** Signs a player in, then the administrator, who searches for that player. */
async function openUsersAt(page: Page): Promise<{ name: string; email: string; row: Locator }> {
  const player = await signIn(page);
  await openDashboard(page, `users?search=${player.name.toLowerCase()}`);
  const row = page.getByRole('row').filter({ hasText: player.email });
  await expect(row).toBeVisible();
  return { ...player, row };
}

test('an administrator finds, edits and deletes users', { tag: '@long' }, async ({ page, app, problems }) => {
  // Deliberate refusals: a conflicting change, and one's own role.
  problems.expect(/status of 409/);
  const { name, email, row } = await openUsersAt(page);
  await expect(page.getByRole('columnheader')).toHaveText([
    'Name',
    'Email',
    'Gamer Coins',
    'Role',
    'Verified',
    'Gift Cards',
    'Wins/Loss',
    'Created At',
    'Actions',
  ]);
  await expect(page.getByText('1 user', { exact: true })).toBeVisible();
  await page.getByLabel('Role', { exact: true }).selectOption('ADMIN');
  await expect(page.getByRole('heading', { name: 'No users found' })).toBeVisible();
  await page.getByLabel('Role', { exact: true }).selectOption('');
  await expect(row).toBeVisible();
  await page.getByLabel('Suspended', { exact: true }).selectOption('true');
  await expect(page.getByRole('heading', { name: 'No users found' })).toBeVisible();
  await page.getByLabel('Suspended', { exact: true }).selectOption('false');
  await expect(page).toHaveURL(/search=\w+&suspended=false$/);
  await expect(row).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^users-.*\.csv$/);
  // Details beside the name in the table have separate columns in the file.
  const [header] = readFileSync(await file.path(), 'utf8').split('\r\n');
  expect(header).toContain('Name,Handle,Email,');
  expect(header).toMatch(/,Created At,Suspended At$/);

  const dialog = page.getByRole('dialog', { name: 'Edit User' });
  const coins = dialog.getByLabel('Gamer Coins', { exact: true });
  const save = dialog.getByRole('button', { name: 'Save' });
  await row.getByRole('button', { name: `Edit ${name}` }).click();
  for (const fixed of ['User ID', 'Google ID']) {
    await expect(dialog.getByLabel(fixed)).toHaveAttribute('readonly', '');
    await expect(dialog.getByLabel(fixed)).toHaveValue(/\w{8,}/);
  }
  await dialog.getByLabel('Name').fill(' ');
  await dialog.getByLabel('Email').fill('nobody');
  await coins.fill('');
  await save.click();
  for (const fault of ['Name is required', 'Enter an e-mail address', 'Enter a whole number']) {
    await expect(dialog.getByText(fault)).toBeVisible();
  }
  const renamed = uniqueName('Renamed');
  await dialog.getByLabel('Name').fill(renamed);
  await dialog.getByLabel('Email').fill(email);
  await coins.fill('+150');
  await expect(dialog.getByText('500 becomes 650 GC.')).toBeVisible();
  await save.click();
  await expect(dialog.getByText('Reason is required')).toBeVisible();
  await dialog.getByLabel('Reason for +150 GC').fill('Lost by a fault of ours');
  await dialog.getByLabel('Verified').selectOption('Unverified');
  await dialog.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await takeCoins(app, email, 100);
  await save.click();
  await expect(dialog.getByText('The balance is now 400 GC', { exact: true })).toBeVisible();
  await expect(dialog.getByRole('alert')).toContainText('Nothing was changed');
  await dialog.getByRole('button', { name: '+150: 550 GC' }).click();
  await save.click();
  await expect(page.getByText('User updated successfully')).toBeVisible();
  await page.getByLabel('Search users').fill(renamed);
  await expect(row).toContainText(renamed);
  await expect(row).toContainText('550');
  await expect(row).toContainText('Unverified');

  await page.getByLabel('Search users').fill('admin@finalring.test');
  const own = page.getByRole('row').filter({ hasText: 'admin@finalring.test' });
  await own.getByRole('button', { name: /^Edit / }).click();
  await dialog.getByLabel('Role').selectOption('USER');
  await save.click();
  await expect(
    dialog.getByText('You can’t change your own role. Nothing was changed. Ask another administrator.'),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();

  await page.getByLabel('Search users').fill(renamed);
  await row.getByRole('button', { name: `Delete ${renamed}` }).click();
  const question = page.getByRole('dialog', { name: `Delete ${renamed}?` });
  await expect(question).toContainText('This signs the player out and hides the account.');
  await expect(question).toContainText('The ledger stays, under a pseudonym.');
  await expect(question).toContainText('550 Gamer Coins will be forfeited then.');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(question.getByText('Enter a short reason')).toBeVisible();
  await question.getByLabel('Reason').fill('Asked for it by letter');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('User deleted successfully')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No users found' })).toBeVisible();
});

test('an unusually large adjustment is confirmed with its amount', { tag: '@long' }, async ({ page }) => {
  const { name, row } = await openUsersAt(page);
  await row.getByRole('button', { name: `Edit ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit User' });
  const coins = dialog.getByLabel('Gamer Coins', { exact: true });
  await coins.press('Home');
  await coins.pressSequentially('+25');
  await expect(dialog.getByText('500 becomes 525 GC.')).toBeVisible();
  await coins.fill('10500');
  await expect(dialog.getByText(/^This adjusts the balance/)).toBeHidden();
  await coins.fill('105000');
  await expect(dialog.getByText('This adjusts the balance by +104,500 GC')).toBeVisible();
  await dialog.getByLabel('Reason for +104,500 GC').fill('Prize of a tournament');
  const save = dialog.getByRole('button', { name: 'Save' });
  await save.click();
  await expect(dialog.getByText('Confirm the amount or change it')).toBeVisible();
  const box = (amount: string) => dialog.getByRole('checkbox', { name: `Yes, adjust by ${amount} GC` });
  await box('+104,500').check();
  // A different amount than the confirmed one asks again.
  await coins.fill('50500');
  await expect(box('+50,000')).not.toBeChecked();
  for (const { viewport } of widths) {
    await page.setViewportSize(viewport);
    await expectNoOverflow(page);
  }
  await expectAccessible(page);
  await box('+50,000').check();
  await save.click();
  await expect(page.getByText('User updated successfully')).toBeVisible();
});

test("a user's page shows their history and the available actions", { tag: '@long' }, async ({
  page,
  app,
  problems,
}) => {
  // The Epic account can't change while a challenge runs. The failure is simulated.
  problems.expect(/status of (409|500)/);
  const epicId = uniqueName('Epic');
  const { name, email } = await signIn(page);
  await enterChallenge(page, { challenge: /Survive the ring/, epicId });
  await moveOften(app, email, 55);
  await openDashboard(page, `users?search=${email}`);
  await page.getByRole('link', { name: `Open ${name}` }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  await page.getByRole('button', { name: 'Why?' }).click();
  await expect(page.getByRole('dialog', { name: 'Receipt' })).toContainText(epicId);
  await page.getByRole('button', { name: 'Dismiss' }).click();

  await page.getByRole('tab', { name: 'Purchases (0)' }).click();
  await expect(page.getByRole('heading', { name: 'No purchases found' })).toBeVisible();
  await page.getByRole('tab', { name: 'Payments (0)' }).click();
  await expect(page.getByRole('heading', { name: 'No payments found' })).toBeVisible();
  await page.getByRole('tab', { name: 'Transfers' }).click();
  await expect(page).toHaveURL(/tab=transfers/);
  const moves = page.getByRole('row').filter({ hasText: 'Moved for a test' });
  await expect(moves).toHaveCount(50);
  const older = page.getByRole('button', { name: 'Show older' });
  await failCalls(page, 'GET', '**/transfers?before=*');
  await older.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Something went wrong' })).toBeVisible();
  await page.unroute('**/transfers?before=*');
  await older.click();
  await expect(moves).toHaveCount(55);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Sessions' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Chrome' })).toHaveCount(1);

  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page.getByText('1 session ended')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No sessions found' })).toBeVisible();
  await page.getByRole('button', { name: 'Suspend' }).click();
  const suspend = page.getByRole('dialog', { name: `Suspend ${name}?` });
  await suspend.getByRole('button', { name: 'Suspend' }).click();
  await expect(suspend.getByText('Enter a short reason')).toBeVisible();
  await suspend.getByLabel('Reason').fill('Shares an account');
  await suspend.getByRole('button', { name: 'Suspend' }).click();
  await expect(page.getByText(`${name} is suspended`)).toBeVisible();
  await expect(page.getByText(/^Suspended since/)).toBeVisible();
  await page.getByRole('button', { name: 'Let in again' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Let in again' }).click();
  await expect(page.getByText(`${name} can sign in again`)).toBeVisible();
  await expect(page.getByText(/^Suspended since/)).toHaveCount(0);

  await page.getByRole('tab', { name: 'Notes' }).click();
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByText('Write a note first')).toBeVisible();
  const note = page.getByLabel('New note');
  await note.fill('Wrote twice about the same card');
  const unsaved = page.getByRole('dialog', { name: 'Discard your changes?' });
  for (const elsewhere of [
    page.getByRole('tab', { name: 'Sessions' }),
    page.getByRole('link', { name: 'All users' }),
  ]) {
    await elsewhere.click();
    await unsaved.getByRole('button', { name: 'Keep editing' }).click();
    await expect(note).toHaveValue('Wrote twice about the same card');
  }
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByText('Note added')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Wrote twice' })).toBeVisible();
  await expect(note).toHaveValue('');
  await note.fill('Never mind');
  await page.getByRole('tab', { name: 'Sessions' }).click();
  await unsaved.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('tab', { name: 'Sessions' })).toHaveAttribute('aria-selected', 'true');

  await page.getByRole('button', { name: 'Change Epic account' }).click();
  const epic = page.getByRole('dialog', { name: 'Change Epic account' });
  await expect(epic.getByLabel('Epic ID')).toHaveValue(epicId);
  await epic.getByRole('button', { name: 'Save' }).click();
  await expect(epic.getByText('Reason is required')).toBeVisible();
  await epic.getByLabel('Epic ID').fill('');
  await epic.getByLabel('Reason').fill('Is somebody else’s');
  await epic.getByRole('button', { name: 'Save' }).click();
  await expect(epic.getByText(`${name} has a challenge running.`)).toBeVisible();
});

/** Adds this many transfers of one coin to a player's wallet. */
function moveOften(app: RunningApp, email: string, times: number): Promise<void> {
  return inDatabase(app, async (tx) => {
    const row = await tx.row<{ id: string }>(sql`select id from players where email = ${email}`);
    if (!row) throw new Error(`nobody is called ${email}`);
    for (let time = 0; time < times; time += 1) {
      await transfer(tx, {
        currency: 'GC',
        amount: 1,
        from: { house: 'adjustments' },
        to: { player: row.id },
        type: 'admin_credit',
        reference: row.id,
        idempotencyKey: `test-moved:${randomUUID()}`,
        description: 'Moved for a test',
      });
    }
  });
}

test('the lists, forms and pages of users are accessible and fit every width', { tag: '@long' }, async ({
  page,
}) => {
  const { name } = await openUsersAt(page);
  for (const { viewport } of widths) {
    await page.setViewportSize(viewport);
    await expectAccessible(page);
    await expectNoOverflow(page);
  }
  await page.getByRole('button', { name: `More about ${name}` }).click();
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: `Edit ${name}` })).toBeFocused();
  await page.getByRole('link', { name: `Open ${name}` }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  for (const { viewport } of widths) {
    await page.setViewportSize(viewport);
    await expectAccessible(page);
    await expectNoOverflow(page);
  }
});
