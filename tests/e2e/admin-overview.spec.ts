// SPDX-License-Identifier: Apache-2.0

import type { Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { enqueue } from '../../server/platform/jobs/outbox.ts';
import { expectSound } from '../support/e2e/accessible.ts';
import { openDashboard } from '../support/e2e/admin.ts';
import { giveCoins, inDatabase } from '../support/e2e/database.ts';
import { failUntilPressed } from '../support/e2e/fail-until-pressed.ts';
import { enterChallenge, signIn, uniqueName } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

/** A figure as a number. */
async function figure(page: Page, label: string): Promise<number> {
  const shown = page
    .locator('dl')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd')
    .first();
  return Number(((await shown.textContent()) ?? '').replace(/[^\d-]/g, ''));
}
const shortDay = (day: string) =>
  new Date(day).toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const pending = (page: Page, label: string) => page.getByRole('link', { name: new RegExp(`^${label}`) });
const asTable = (page: Page, title: string) => page.getByRole('button', { name: `Show as table: ${title}` });

test('figures, charts and tables follow the stored data', { tag: '@long' }, async ({
  page,
  browser,
  app,
}) => {
  const context = await browser.newContext({ baseURL: app.url, reducedMotion: 'reduce' });
  const theirs = await context.newPage();
  const { email } = await signIn(theirs);
  await openDashboard(page, 'overview?compare=none');
  await expect(page.getByText('Coins outstanding')).toBeVisible();
  const before = {
    stock: await figure(page, 'Stock value'),
    outstanding: await figure(page, 'Coins outstanding'),
  };
  const { codes = 0 } =
    (await inDatabase(app, async (tx) => {
      const card = await tx.row<{ id: string; codes: number }>(sql`
        select card.id, count(*)::int as codes from gift_cards card
        join gift_card_codes code on code.gift_card_id = card.id and code.purchase_id is null
        group by card.id limit 1`);
      await tx.run(sql`update gift_cards set gc_coin = gc_coin + 10 where id = ${card?.id}`);
      return card;
    })) ?? {};
  expect(codes).toBeGreaterThan(0);
  await giveCoins(app, email, 7_777);
  await enterChallenge(theirs, { challenge: /^Survive the ring/, epicId: uniqueName('Epic') });
  await page.reload();
  await expect.poll(() => figure(page, 'Stock value')).toBe(before.stock + 10 * codes);
  expect(await figure(page, 'Coins outstanding')).toBe(before.outstanding + 7_777 - 100);
  await expect(page.getByText(/in stock now, enough for all of these coins$/)).toBeVisible();
  await expect(pending(page, 'Running attempts')).toContainText(/[1-9]/);
  await expect(page.getByText('Adjustments by administrators')).toBeVisible();
  await asTable(page, 'Coins: sources and sinks').click();
  const today = page.getByRole('table', { name: 'Coins: sources and sinks' }).getByRole('row').last();
  const [, sources, , net] = await today.getByRole('cell').allTextContents();
  expect(Number(sources?.replace(/\D/g, ''))).toBeGreaterThanOrEqual(7_777);
  expect(net).toMatch(/^\+/);
  await page.getByRole('button', { name: 'Show as plot: Coins: sources and sinks' }).click();
  await expect(page.getByRole('table')).toHaveCount(0);

  await pending(page, 'Running attempts').click();
  await expect(page).toHaveURL(/\/dashboard\/challenges\?view=attempts&status=RUNNING$/);
  await expect(page.getByLabel('Status', { exact: true })).toHaveValue('RUNNING');
  await expect(page.getByRole('row').nth(1)).toContainText(/PENDING|IN PROGRESS|WAITING RECHECK/);
  await context.close();
});

test('the date range is in the address, and an invalid range is reported at its field', {
  tag: '@long',
}, async ({ page, problems }) => {
  problems.expect(/status of 500/);
  await openDashboard(page, 'overview');
  const last30 = page.getByRole('button', { name: 'Last 30 days' });
  await expect(last30).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Last 12 months' }).click();
  await expect(page).toHaveURL(/span=12m/);
  await expect(page.getByText(/by week$/).first()).toBeVisible();
  await page.getByLabel('From').fill('2020-03-01');
  await expect(page.getByText('Choose at most a year')).toBeVisible();
  await page.getByLabel('To (UTC days)').fill('2020-02-01');
  await expect(page.getByText('The first day must be before the last')).toBeVisible();
  await page.getByLabel('To (UTC days)').fill('2020-03-31');
  await expect(page).toHaveURL(/from=2020-03-01&to=2020-03-31/);
  for (const nothing of [
    'No coins moved in this period.',
    'Nothing was sold in this period.',
    'No attempts ended in this period.',
    'Nobody was active in this period.',
  ]) {
    await expect(page.getByText(nothing)).toBeVisible();
  }
  await page.reload();
  await expect(page.getByLabel('From')).toHaveValue('2020-03-01');
  const figures = await failUntilPressed(page, '**/api/v1/overview?**', {
    fail: (route) => route.fulfill({ status: 500, json: { code: 'internal', message: 'x' } }),
  });
  await last30.click();
  await expect(page).toHaveURL(/\/overview$/);
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Failed to fetch the overview');
  await figures.press();
  await expect(page.getByText('Coins outstanding')).toBeVisible();
});

test('a phone shows the money and the pending work first, and folds the days into a line', {
  tag: '@long',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openDashboard(page, 'overview');
  await expect(page.getByText('Coins outstanding')).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('heading', { name: 'Pending work' })).toBeInViewport({ ratio: 1 });
  await expect(page.getByLabel('From')).toBeHidden();
  const days = page.getByRole('button', { name: 'Days: Last 30 days' });
  await days.click();
  await page.getByRole('button', { name: 'Last 7 days' }).click();
  await expect(page.getByLabel('From')).toBeVisible();
  await page.getByRole('button', { name: 'Days: Last 7 days' }).click();
  await expect(page.getByLabel('From')).toBeHidden();
});

test('charts can be read by keyboard, as tables and at every width', { tag: '@long' }, async ({ page }) => {
  await page.route('**/api/v1/overview?**', async (route) => {
    const to = new URL(route.request().url()).searchParams.get('to') ?? '';
    const answer = await (await route.fetch()).json();
    Object.assign(answer.data, {
      sales: [{ day: to, giftCards: 3, giftCardCoins: 2_500, payments: 2, paidCents: 1_425 }],
      attempts: [{ day: to, won: 1, failed: 3, cancelled: 2 }],
      winRate: 0.25,
    });
    await route.fulfill({ json: answer });
  });
  await openDashboard(page, 'overview?compare=none');
  const plot = page.getByRole('application', { name: /^Attempts and win rate/ });
  await plot.focus();
  await page.keyboard.press('ArrowLeft');
  for (let steps = 0; steps < 30; steps += 1) await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('status').filter({ hasText: 'Win rate' })).toHaveText(
    /Won1Failed3Cancelled2Win rate25%$/,
  );
  await page.getByRole('button', { name: 'Dollars for coins' }).click();
  await expect(page).toHaveURL(/sales=dollars/);
  await expect(page.getByRole('application', { name: /^Sales: Dollars for coins/ })).toBeVisible();
  await expectSound(page);
  await asTable(page, 'Sales').click();
  await asTable(page, 'Attempts and win rate').click();
  await expect(page.getByRole('table', { name: 'Sales' }).getByRole('row').last()).toContainText('$14.25');
  await expect(
    page.getByRole('table', { name: 'Attempts and win rate' }).getByRole('row').last(),
  ).toContainText('25%');
  await expectSound(page);
});

test('figures and tables compare with earlier days, and say when history is missing', {
  tag: '@long',
}, async ({ page }) => {
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  const asked: string[] = [];
  let recordedSince = day(400);
  await page.route('**/api/v1/overview?**', async (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('compare') ?? '');
    const answer = await (await route.fetch()).json();
    const sold = { giftCards: 6, giftCardCoins: 900, payments: 2, paidCents: 1_500 };
    Object.assign(answer.data, { sales: [{ day: day(0), ...sold }], winRate: 0.3 });
    if (answer.data.earlier) {
      const { to } = answer.data.earlier;
      const earlier = {
        sales: [{ day: to, ...sold, giftCards: 4, paidCents: 2_000 }],
        winRate: 0.25,
        flows: [],
      };
      Object.assign(answer.data.earlier, { ...earlier, recordedSince });
    }
    await route.fulfill({ json: answer });
  });
  await openDashboard(page, 'overview?span=7d');
  const figures = page.getByRole('main').locator('dl');
  const getFigure = (label: string) => figures.filter({ has: page.getByText(label, { exact: true }) });
  await expect(figures.first()).toHaveText('Dollars taken$15.00before $20.00, -$5.00 (-25%)');
  await expect(getFigure('Gift cards sold')).toHaveText(/6before 4, \+2 \(\+50%\)$/);
  await expect(getFigure('Win rate')).toHaveText(/30%Of .*before 25%, \+5 points$/);
  await expect(getFigure('Card payments')).toHaveText(/2as before$/);
  await expect(getFigure('Coins outstanding')).toHaveText(/ in this period, 0 before$/);
  await expect(page.getByText('Today is not over yet.')).toBeVisible();
  await asTable(page, 'Sales').click();
  const today = page.getByRole('table', { name: 'Sales' }).getByRole('row').last();
  await expect(today).toContainText('before 4, +2 (+50%)');
  await expect(today).toContainText(`before: ${shortDay(day(7))}`);
  await expectSound(page);

  const compare = page.getByLabel('Compare with');
  await compare.selectOption('month');
  await expect(page).toHaveURL(/compare=month/);
  await expect.poll(() => asked.at(-1)).toBe('month');
  await page.reload();
  await expect(compare).toHaveValue('month');
  await page.getByRole('button', { name: 'Last 90 days' }).click();
  await expect(compare).toHaveValue('previous');
  await expect(compare.getByRole('option', { name: 'Same days last month' })).toBeDisabled();
  await compare.selectOption('none');
  await expect(page.getByText(/ against .*, in UTC days/)).toHaveCount(0);
  await expect(getFigure('Dollars taken')).toHaveText('Dollars taken$15.00');
  await expect.poll(() => asked.at(-1)).toBe('none');

  recordedSince = day(3);
  await compare.selectOption('previous');
  await page.reload();
  await expect(page.getByText(/^No earlier period to compare: records start on /)).toBeVisible();
  await expect(page.getByText('before 25%')).toHaveCount(0);
  await page.getByRole('button', { name: 'Last 7 days' }).click();
  recordedSince = day(9);
  await page.reload();
  await expect(page.getByText(/Records start on .*, within the earlier period\./)).toBeVisible();
});

test('permanently failed work is shown and can be run again', { tag: '@long' }, async ({ page, app }) => {
  await openDashboard(page, 'overview');
  await expect(page.getByText('Coins outstanding')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Failed work' })).toHaveCount(0);
  await inDatabase(app, async (tx) => {
    const runAt = new Date(Date.now() + 86_400_000);
    await enqueue(tx, 'referral.qualified', { referrerId: null }, { key: 'failed', runAt });
    await tx.run(sql`
      update graphile_worker._private_jobs set attempts = max_attempts, run_at = now(),
        last_error = 'null value violates a constraint: somebody@example.com'
      where key = 'failed'`);
  });
  await page.reload();
  const failed = page.getByRole('region', { name: 'Failed work' }).getByRole('listitem');
  await expect(failed).toContainText('A referral counted');
  await expect(failed).toContainText('1 failed');
  await expect(failed).toContainText('The database refused the change');
  await expect(failed).not.toContainText('example.com');
  await expectSound(page);
  await failed.getByRole('button', { name: /^Run again/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Run again' }).click();
  await expect(page.getByText('1 job running again', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Failed work' })).toHaveCount(0);
});

test('a nearly full disk and stalled backups are shown to operators', { tag: '@long' }, async ({ page }) => {
  const warnings = [
    { kind: 'disk_low', freeBytes: 412_000_000, sizeBytes: 20_000_000_000 },
    { kind: 'backups_behind', behindBytes: 312_000_000, isStopped: true },
  ];
  await page.route('**/api/v1/overview/warnings', (route) =>
    route.fulfill({ json: { success: true, message: 'OK', data: warnings } }),
  );
  await openDashboard(page, 'overview');
  const [disk, backups] = [page.getByRole('alert').first(), page.getByRole('alert').nth(1)];
  await expect(disk).toContainText('The disk is nearly full');
  await expect(disk).toContainText('412 MB of 20 GB are free');
  await expect(backups).toContainText('Backups have stopped');
  await expect(backups).toContainText('312 MB');
  await expectSound(page);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.reload();
  await expect(page.getByText('Coins outstanding')).toBeVisible();
  await expect(disk).toHaveCount(0);
});

test('margins, cards, the invitation funnel and retention appear as charts, tables and files', {
  tag: '@long',
}, async ({ page }) => {
  await openDashboard(page, 'overview');
  for (const title of [
    'Margin by challenge',
    'Margin by gift card',
    'From invitation to first win',
    'Who comes back',
  ])
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await page.getByRole('button', { name: 'Show as table: Who comes back' }).click();
  const row = page.getByRole('table', { name: 'Who comes back' }).getByRole('row').last();
  await expect(row.getByRole('cell').first()).toHaveText(/^[A-Z][a-z]+ \d{1,2}, \d{4}$/);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV: Who comes back' }).click();
  expect((await download).suggestedFilename()).toMatch(/^who-comes-back-.*\.csv$/);
});
