// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';
import sql from 'sql-template-tag';
import { transfer } from '../../server/ledger/transfer.ts';
import type { RunningApp } from '../support/e2e/app.ts';
import { inDatabase } from '../support/e2e/database.ts';
import { cards, choosePackage, fillCard, pressPay } from '../support/e2e/pay.ts';
import { expectBalance, signIn } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

/**
 * A history: 500 GC at sign-in, then `count` awards of 1, 2, 3..., and a purchase whose name tries to inject a formula.
 */
async function withHistory(app: RunningApp, email: string, count: number): Promise<void> {
  await inDatabase(app, async (tx) => {
    const row = await tx.row<{ id: string }>(sql`select id from players where email = ${email}`);
    const player = { player: row?.id ?? '' };
    for (let amount = 1; amount <= count; amount++) {
      await transfer(tx, {
        currency: 'GC',
        amount,
        from: { house: 'rewards' },
        to: player,
        type: 'event_reward',
        reference: 'test',
        idempotencyKey: `award:${player.player}:${amount}`,
        description: `Award no. ${amount}`,
      });
    }
    await transfer(tx, {
      currency: 'GC',
      amount: 120,
      from: player,
      to: { house: 'gift_cards' },
      type: 'purchase',
      reference: 'test',
      idempotencyKey: `evil:${player.player}`,
      description: '=HYPERLINK("http://evil.test"), a "card"',
    });
  });
}

test('the transactions page has three tabs: totals, parts that add up, and the history by type', {
  tag: '@long',
}, async ({ page, app }) => {
  const { email } = await signIn(page);
  await expectBalance(page, 500);
  await withHistory(app, email, 3);
  await page.goto('/transactions');
  await expect(page.getByRole('row')).toHaveCount(6);
  await page.getByRole('tab', { name: 'Transactions' }).click();
  const figure = (label: string) => page.getByRole('term').filter({ hasText: label }).locator('xpath=..');
  await expect(figure('Total Spent')).toContainText('120');
  await expect(figure('Total Earned')).toContainText('506');
  await expect(figure('Total Earned')).toContainText('All coins that came in, refunds included');
  await expect(figure('Net Balance')).toContainText('386');
  await expect(figure('Total Transactions')).toContainText('5');
  await expect(figure('Total Transactions')).toContainText('Coin movements only, without XP or tokens');

  await page.getByRole('tab', { name: 'Breakdown' }).click();
  await expect(figure('Event Reward')).toContainText('+506');
  await expect(figure('Purchase').first()).toContainText('-120');
  await expect(figure('Net Balance')).toContainText('386');

  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByRole('row')).toHaveCount(6);
  await page.getByLabel('Type', { exact: true }).selectOption('Purchase');
  await expect(page).toHaveURL(/\?type=purchase/);
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.reload();
  await expect(page.getByLabel('Type', { exact: true })).toHaveValue('purchase');
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByLabel('Type', { exact: true }).selectOption('Giveaway Prize');
  await expect(page.getByText('No transactions found.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
  await page.getByRole('button', { name: 'Show all types' }).click();
  await expect(page.getByRole('row')).toHaveCount(6);
});

test('the export contains every page, quoted and without formulas', { tag: '@long' }, async ({
  page,
  app,
}) => {
  const { email } = await signIn(page);
  await expectBalance(page, 500);
  await withHistory(app, email, 230);
  await page.goto('/transactions?tab=history');
  await expect(page.getByRole('row')).toHaveCount(51);
  await page.getByRole('button', { name: 'Show older' }).click();
  await expect(page.getByRole('row')).toHaveCount(101);

  const exported = async () => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    const path = await file.path();
    return { name: file.suggestedFilename(), lines: readFileSync(path, 'utf8').trimEnd().split('\r\n') };
  };
  const all = await exported();
  expect(all.name).toMatch(/^transactions-\d{4}-\d\d-\d\d\.csv$/);
  expect(all.lines).toHaveLength(233);
  expect(all.lines[0]).toBe('\uFEFFDate,Description,Type,Status,Amount,Currency,Transaction');
  expect(all.lines[1]).toContain(
    ',"\'=HYPERLINK(""http://evil.test""), a ""card""",Purchase,Success,-120,GC,',
  );
  expect(all.lines[2]).toContain(',Award no. 230,Event Reward,Success,230,GC,');
  expect(all.lines[231]).toContain(',Award no. 1,Event Reward,Success,1,GC,');
  expect(new Set(all.lines.map((line) => line.split(',').at(-1))).size).toBe(233);

  await page.getByLabel('Type', { exact: true }).selectOption('Purchase');
  await expect(page.getByRole('row')).toHaveCount(2);
  const some = await exported();
  expect(some.name).toMatch(/^transactions-purchase-/);
  expect(some.lines).toHaveLength(2);
});

test('a failed export says so and can be repeated', { tag: '@long' }, async ({ page, problems }) => {
  problems.expect(/net::ERR_FAILED/);
  await signIn(page, { to: '/transactions?tab=history' });
  await expectBalance(page, 500);
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.route('**/transaction/history?*limit=200*', (route) => route.abort());
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect(page.getByText('The export failed: No response received')).toBeVisible();
  await page.unroute('**/transaction/history?*limit=200*');
  await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  await expect(page.getByText('The export failed')).toBeHidden();
});

test('a payment in another tab appears automatically', { tag: '@long' }, async ({ page, context }) => {
  await signIn(page, { to: '/transactions?tab=history&type=coinPurchase' });
  await expectBalance(page, 500);
  await expect(page.getByText('No transactions found.')).toBeVisible();
  const other = await context.newPage();
  await other.goto('/trade-coins');
  await choosePackage(other, '100 – $ 1.00');
  await fillCard(other, cards.good);
  await pressPay(other);
  await expect(page.getByRole('row', { name: /Bought GC_100.*Success.*\+100/ })).toBeVisible();
  await expectBalance(page, 600);
});
