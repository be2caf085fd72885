// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { coinsAdminApi } from '../../contract/coins-admin.ts';
import { expectSound } from '../support/e2e/accessible.ts';
import { openDashboard } from '../support/e2e/admin.ts';
import { failUntilPressed } from '../support/e2e/fail-until-pressed.ts';
import { send, uniqueName } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });
const said = (page: Page, message: string) => expect(page.getByText(message, { exact: true })).toBeVisible();

test('an administrator creates, finds, edits, unlists, exports and deletes a coin package', {
  tag: '@long',
}, async ({ page }) => {
  const title = uniqueName('Pack ');
  await openDashboard(page, 'coins');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Title',
    'Coins',
    'Original Price',
    'Discount %',
    'Discounted Price',
    'Status',
    'Actions',
  ]);
  await page.getByRole('button', { name: 'ADD COIN' }).click();
  const form = page.getByRole('dialog', { name: 'Create Coin' });
  const submit = form.getByRole('button', { name: 'Create', exact: true });
  await submit.click();
  for (const message of [
    'Title is required',
    'Coins amount must be at least 1',
    'Original price must be greater than 0',
  ]) {
    await expect(form.getByText(message)).toBeVisible();
  }
  await form.getByLabel('Title').fill(title);
  await form.getByLabel('Coins').fill('1250');
  await form.getByLabel('Original Price ($)').fill('9.99');
  await form.getByLabel('Discount %').fill('-1');
  await expect(form.getByText('Discount percentage must be 0 or greater')).toBeVisible();
  await form.getByLabel('Discount %').fill('101');
  await expect(form.getByText('Discount percentage cannot exceed 100')).toBeVisible();
  // The browser can't parse this as a number. It must not count as "no discount".
  await form.getByLabel('Discount %').fill('');
  await form.getByLabel('Discount %').pressSequentially('1-');
  await submit.click();
  await expect(form.getByText('must be a number', { exact: true })).toBeVisible();
  await form.getByLabel('Discount %').fill('10');
  await expect(form.getByLabel('Discounted Price ($)')).toHaveValue('8.99');
  await submit.click();
  await said(page, 'Coin created successfully');

  await page.getByRole('searchbox', { name: 'Search coin packages' }).fill(title.toLowerCase());
  await expect(page.getByRole('status').filter({ hasText: /^1 coin package$/ })).toBeVisible();
  await expect(row(page, title)).toContainText('$8.99');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(readFileSync(await file.path(), 'utf8')).toContain(`${title},1250,9.99,10,8.99,Active`);

  await page.getByRole('button', { name: `Edit ${title}` }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Coin' });
  await edit.getByLabel('Coins').fill('1500');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await edit.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Coin updated successfully');
  await expect(row(page, title)).toContainText('1,500');

  await page.getByRole('switch', { name: `${title} is on sale` }).click();
  await said(page, 'Coin status updated successfully');
  await expect(row(page, title)).toContainText('Inactive');

  const remove = page.getByRole('button', { name: `Delete ${title}` });
  await remove.click();
  const question = page.getByRole('dialog', { name: 'Delete this coin package?' });
  await expect(question).toContainText('Its payments stay.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(remove).toBeFocused();
  await remove.click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await said(page, 'Coin deleted successfully');
  await expect(page.getByRole('heading', { name: 'No coins found' })).toBeVisible();
});

test('a package deleted by somebody else leaves the list, and a lost answer is not an error', {
  tag: '@long',
}, async ({ page, problems }) => {
  problems.expect(/status of 404|ERR_FAILED/);
  await openDashboard(page, 'coins');
  const make = (title: string) =>
    send(page, coinsAdminApi.create, { title, coins: 10, originalPrice: 5, discountPercentage: 0 });
  const gone = await make(uniqueName('Gone '));
  const lost = await make(uniqueName('Lost '));
  await page.reload();

  await page.getByRole('button', { name: `Edit ${gone.title}` }).click();
  await send(page, { ...coinsAdminApi.remove, path: `/trade-coin/${gone._id}` }, {});
  const edit = page.getByRole('dialog', { name: 'Edit Coin' });
  await edit.getByLabel('Coins').fill('1500');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(
    edit.getByText('We couldn’t find this. It may have been removed: check the address, or reload the page.'),
  ).toBeVisible();
  // Elements behind a dialog have no role.
  await expect(page.locator('tr').filter({ hasText: gone.title })).toHaveCount(0);
  await expect(page.locator('tr').filter({ hasText: lost.title })).toHaveCount(1);
  await expect(
    edit.getByText('We couldn’t find this. It may have been removed: check the address, or reload the page.'),
  ).toBeVisible();
  await edit.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();

  const answers: number[] = [];
  await page.route(`**/trade-coin/${lost._id}`, async (route) => {
    const answer = await route.fetch();
    answers.push(answer.status());
    if (answers.length === 1) await route.abort();
    else await route.fulfill({ response: answer });
  });
  await page.getByRole('button', { name: `Delete ${lost.title}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await said(page, 'Coin deleted successfully');
  expect(answers).toEqual([200, 200]);
  await expect(row(page, lost.title)).toHaveCount(0);
});

test('the package list and form are accessible, and show errors', { tag: '@long' }, async ({
  page,
  problems,
}) => {
  problems.expect(/status of 50[03]/);
  let failed = { status: 500, json: { message: 'Something went wrong', code: 'internal' } };
  const list = await failUntilPressed(page, '**/api/v1/trade-coin?*', {
    fail: (route) => route.fulfill(failed),
  });
  await openDashboard(page, 'coins');
  await expect(page.getByRole('alert').filter({ hasText: 'Something went wrong' })).toBeVisible();
  const busy = 'The service is busy. Nothing was lost. Try again shortly.';
  failed = { status: 503, json: { message: busy, code: 'unavailable' } };
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('region', { name: /^Notifications/ }).getByText(busy)).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: busy })).toBeVisible();
  await list.press();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: 'Coins', exact: true }).click();
  await expect(page).toHaveURL(/sort=coins/);
  await page.getByRole('button', { name: 'ADD COIN' }).click();
  await expect(page.getByRole('dialog', { name: 'Create Coin' })).toBeVisible();
  await expectSound(page);
});

test('a switch changes immediately, counts one click and reverts on failure', {
  tag: '@long',
}, async ({ page, problems }) => {
  problems.expect(/status of 500/);
  await openDashboard(page, 'coins');
  const onSale = page.getByRole('switch').first();
  await expect(onSale).toBeChecked();
  let asked = 0;
  const held = Promise.withResolvers<void>();
  await page.route('**/trade-coin/*/deactivate?*', async (route) => {
    asked += 1;
    await held.promise;
    await route.fulfill({ status: 500, json: { message: 'Something went wrong', code: 'internal' } });
  });
  await onSale.click();
  await expect(onSale).not.toBeChecked();
  await onSale.click();
  await expect(onSale).not.toBeChecked();
  expect(asked).toBe(1);
  held.resolve();
  await said(page, 'Something went wrong');
  await expect(onSale).toBeChecked();
  // One automatic retry after the server's error, and no more.
  expect(asked).toBe(2);
});
