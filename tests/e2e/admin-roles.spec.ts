// SPDX-License-Identifier: Apache-2.0

import { expectAccessible, expectNoOverflow, widths } from '../support/e2e/accessible.ts';
import { openDashboard } from '../support/e2e/admin.ts';
import { signIn, uniqueName } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

test('an administrator creates, edits and deletes roles, except built-in roles', { tag: '@long' }, async ({
  page,
  problems,
}) => {
  problems.expect(/status of 409/);
  const name = uniqueName('TEAM_').toUpperCase();
  await openDashboard(page, 'roles');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Role Name',
    'Permissions',
    'Created At',
    'Users',
    'Actions',
  ]);
  const builtIn = page.getByRole('row').filter({ hasText: 'SUPER_ADMIN' });
  await expect(builtIn).toContainText('Built-in');
  await expect(builtIn.getByRole('button')).toHaveCount(0);
  await page.getByLabel('Search roles').fill('no such role');
  await expect(page.getByRole('heading', { name: 'No roles found' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();

  await page.getByRole('button', { name: 'Create New Role' }).click();
  const create = page.getByRole('dialog', { name: 'Create New Role' });
  const text = create.getByLabel('Permissions', { exact: true });
  await text.fill('users:read ,  users:fly');
  await create.getByRole('button', { name: 'Create' }).click();
  await expect(create.getByText('Role name is required.')).toBeVisible();
  await expect(create.getByText('Unknown permission: users:fly.')).toBeVisible();
  await text.fill('users:read ,');
  await expect(create.getByRole('checkbox', { name: 'users: read' })).toBeChecked();
  const users = create
    .getByRole('table', { name: 'Permissions by area' })
    .getByRole('row', { name: /^Users/ });
  await expect(users.getByRole('cell')).toHaveText(['Users', /read/, /write/, /adjust coins.*delete/]);
  await create.getByRole('checkbox', { name: 'audit: read' }).check();
  await expect(text).toHaveValue('users:read, audit:read');
  await create.getByRole('checkbox', { name: 'users: read' }).uncheck();
  await expect(text).toHaveValue('audit:read');
  await create.getByLabel('Role Name').fill('super admin');
  await create.getByRole('button', { name: 'Create' }).click();
  await expect(create).toContainText(
    'A role with this name already exists. Nothing was changed. Choose another name.',
  );
  await create.getByLabel('Role Name').fill(name.toLowerCase());
  await create.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Created successfully')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('Audit: read');

  await row.getByRole('button', { name: `Edit ${name}` }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Role' });
  await edit.getByLabel('Permissions', { exact: true }).fill('');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Updated successfully')).toBeVisible();
  await expect(row).toContainText('None');

  await row.getByRole('button', { name: `Delete ${name}` }).click();
  const question = page.getByRole('dialog', { name: `Delete the role ${name}?` });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(row).toBeVisible();
  await row.getByRole('button', { name: `Delete ${name}` }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Deleted successfully')).toBeVisible();
  await expect(row).toHaveCount(0);
});

test('a role opens exactly its tabs as soon as it is assigned or changed', { tag: '@long' }, async ({
  page,
  browser,
  problems,
}) => {
  problems.expect(/status of 409/);
  const context = await browser.newContext();
  const theirs = await context.newPage();
  const player = await signIn(theirs, { to: '/dashboard' });
  await expect(theirs.getByRole('heading', { name: 'You don’t have access' })).toBeVisible();
  await expect(theirs.getByText('The dashboard is for administrators.')).toBeVisible();
  await expect(theirs.getByRole('navigation', { name: 'Dashboard' })).toHaveCount(0);

  const role = uniqueName('HELP_').toUpperCase();
  await openDashboard(page, 'roles');
  await page.getByRole('button', { name: 'Create New Role' }).click();
  await page.getByLabel('Role Name').fill(role);
  await page.getByLabel('Permissions', { exact: true }).fill('users:read, audit:read');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText('Created successfully')).toBeVisible();
  await page.goto(`/dashboard/users?search=${player.email}`);
  await page.getByRole('button', { name: `Edit ${player.name}` }).click();
  await page.getByRole('dialog').getByLabel('Role').selectOption(role);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('User updated successfully')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: player.email })).toContainText(role);

  const tabs = theirs.getByRole('navigation', { name: 'Dashboard' }).getByRole('listitem');
  await theirs.reload();
  await expect(tabs).toHaveText([/^Inbox/, 'Users', /^Referrals/, 'Audit Log']);
  await expect(theirs).toHaveURL(/\/dashboard\/users$/);
  await expect(theirs.getByRole('link', { name: /^Open / }).first()).toBeVisible();
  await expect(theirs.getByRole('button', { name: /^(Edit|Delete) / })).toHaveCount(0);
  await theirs.goto('/dashboard/coins');
  await expect(theirs.getByText('Your role doesn’t include this part.')).toBeVisible();

  await page.goto(`/dashboard/roles?search=${role}`);
  const row = page.getByRole('row').filter({ hasText: role });
  await row.getByRole('button', { name: `Delete ${role}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toContainText('Users with this role: 1.');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await row.getByRole('button', { name: `Edit ${role}` }).click();
  await page.getByRole('checkbox', { name: 'users: read' }).uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Updated successfully')).toBeVisible();
  await theirs.goto('/dashboard');
  await expect(tabs).toHaveText(['Audit Log']);
  await context.close();
});

test('the roles and their form are accessible and fit every width', { tag: '@long' }, async ({ page }) => {
  await openDashboard(page, 'roles');
  await expect(page.getByRole('row').filter({ hasText: 'SUPER_ADMIN' })).toBeVisible();
  for (const { viewport } of widths) {
    await page.setViewportSize(viewport);
    await expectAccessible(page);
    await expectNoOverflow(page);
    await page.getByRole('button', { name: 'Create New Role' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
  }
});
