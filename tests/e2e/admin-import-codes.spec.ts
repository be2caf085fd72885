// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { shopAdminApi } from '../../contract/shop-admin.ts';
import { expectSound } from '../support/e2e/accessible.ts';
import { openDashboard } from '../support/e2e/admin.ts';
import { ask } from '../support/e2e/play.ts';
import { putAllOnSale } from '../support/e2e/shop.ts';
import { expect, test } from '../support/e2e/test.ts';

const csv = (...lines: string[]) => ({
  name: 'codes.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`${lines.join('\r\n')}\r\n`),
});
const someCode = () => randomUUID().slice(0, 18).toUpperCase();

async function getStock(page: Page, id: string): Promise<number | undefined> {
  return (await ask(page, shopAdminApi.list)).list.find(({ _id }) => _id === id)?.stock;
}

test('an administrator imports codes for several cards from one file and fixes skipped lines', {
  tag: '@long',
}, async ({ page, app, problems }) => {
  problems.expect(/status of (422|500)/);
  const [one, two] = await putAllOnSale(app, [{ codes: 0 }, { codes: 0 }]);
  if (!one || !two) throw new Error('two cards were to be on sale');
  await openDashboard(page, '');
  await page.getByRole('button', { name: 'Import Codes', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import codes of several cards' });
  const [sample] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download a sample' }).click(),
  ]);
  expect(readFileSync(await sample.path(), 'utf8')).toMatch(/^card,code,cost\n/);
  const input = dialog.getByLabel('CSV file', { exact: true });
  await input.setInputFiles(csv('code', someCode()));
  await expect(dialog.getByRole('alert')).toContainText('it has no column named "card"');

  const [first, second, third] = [someCode(), someCode(), someCode()];
  await input.setInputFiles(
    csv(
      'card,code',
      `${one.title},${first}`,
      `${two.id},${second}`,
      `${two.title.toUpperCase()},${third}`,
      `No such card,${someCode()}`,
      `${one.title},${second}`,
      `${one.title},ab`,
      `${one.title},a b c d e f g h`,
    ),
  );
  const result = dialog.getByRole('status');
  await expect(result).toContainText('Would be added3 codes');
  await expect(result).toContainText('Line 5: no card has the title or id "No such card"');
  await expect(result).toContainText('Line 6');
  await expect(result).toContainText('Line 7: it is shorter than 4 characters');
  await expect(result).toContainText('Line 8: it has a space in it');
  await expect(result).toContainText('Column card');
  const cards = result.getByRole('table', { name: 'By card' });
  await expect(cards.getByRole('row', { name: one.title })).toContainText(/1\s*1\s*1$/);
  await expect(cards.getByRole('row', { name: two.title })).toContainText(/2\s*0\s*0$/);
  await expectSound(page);
  expect(await getStock(page, one.id)).toBe(0);

  // Although the answer is lost twice, it is one import, and each code exists once.
  const keys: (string | undefined)[] = [];
  await page.route('**/gift-card/codes?dryRun=false*', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 2) return route.continue();
    await route.fetch();
    return route.fulfill({ status: 500, json: { message: 'Something went wrong', code: 'internal' } });
  });
  await dialog.getByRole('button', { name: 'Import 3 codes' }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: 'Something went wrong' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Import 3 codes' }).click();
  await expect(page.getByText('3 codes added', { exact: true })).toBeVisible();
  expect(new Set(keys).size).toBe(1);
  expect([await getStock(page, one.id), await getStock(page, two.id)]).toEqual([1, 2]);
  const [left] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save 3 lines to fix' }).click(),
  ]);
  const kept = readFileSync(await left.path(), 'utf8').split('\n');
  expect(kept[0]).toBe('card,code');
  expect(kept).toHaveLength(5);
  expect(kept[1]).toMatch(/^No such card,/);
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: two.title })).toContainText('2');
});
