// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';
import { expectSound } from '../support/e2e/accessible.ts';
import { openDashboard } from '../support/e2e/admin.ts';
import { expectNothingMoved, watchArrivals } from '../support/e2e/arrival.ts';
import { failUntilPressed } from '../support/e2e/fail-until-pressed.ts';
import { expect, test } from '../support/e2e/test.ts';

test('the books of a month are shown, exported and reloaded after a failure', {
  tag: '@long',
}, async ({ page, problems }) => {
  problems.expect(/Failed to load resource/);
  const failing = await failUntilPressed(page, '**/api/v1/books?*');
  await openDashboard(page, 'books');
  await expect(page.getByRole('alert')).toBeVisible();
  await failing.press();
  const money = page.getByRole('table', { name: 'Money, in dollars' });
  await expect(money.getByRole('row', { name: /^Margin/ })).toBeVisible();
  // The first sign-in paid welcome coins.
  await expect(page.getByRole('table', { name: 'Coins by reason' })).toContainText(
    'Event rewards, to players',
  );
  await expectSound(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Export CSV/ }).click(),
  ]);
  expect(readFileSync(await file.path(), 'utf8')).toContain('Fees of the card provider');

  const on = page.getByLabel('Coins outstanding on');
  const held = page.getByRole('status').filter({ hasText: /^(Now|At the end of)/ });
  await expect(held).toContainText(/^Now\s*[1-9]/);
  // An error answer, because a call without an answer is retried as soon as the server is reachable.
  const failingFigure = await failUntilPressed(page, '**/api/v1/books/outstanding*', {
    fail: (route) => route.fulfill({ status: 500, json: { code: 'internal', message: 'x' } }),
  });
  await on.fill('2020-03-15');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expectSound(page);
  await failingFigure.press();
  await expect(held).toContainText(/^At the end of .*2020 \(UTC\)\s*0/);

  const present = await page.getByLabel('Month (UTC)').inputValue();
  await expect(page.getByRole('button', { name: 'The month after' })).toBeDisabled();
  await page.getByRole('button', { name: 'The month before' }).click();
  await expect(page).toHaveURL(/month=\d{4}-\d\d$/);
  await expect(page.getByLabel('Month (UTC)')).not.toHaveValue(present);
  await expect(page.getByRole('row', { name: /^Closing balance/ })).toContainText('0 GC');
});

test('the books of a month do not move when the previous month loads last', { tag: '@long' }, async ({
  page,
}) => {
  await openDashboard(page, 'overview');
  await watchArrivals(page);
  const shown = Promise.withResolvers<void>();
  await page.route('**/api/v1/books?*', async (route) => {
    const isPresent = route.request().url().endsWith(new Date().toISOString().slice(0, 7));
    if (!isPresent) await shown.promise;
    await route.continue();
  });
  const present = page.waitForResponse(/books\?month=/);
  await page.goto('/dashboard/books');
  await (await present).finished();
  await page.evaluate('new Promise(requestAnimationFrame).then(() => new Promise(requestAnimationFrame))');
  shown.resolve();
  await expect(page.getByRole('table', { name: 'Money, in dollars' })).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expectNothingMoved(page);
  // Earlier months, for the plot, delay nothing.
  const name = page.getByRole('heading', { level: 2, name: /^[A-Z][a-z]+ 20\d\d$/ });
  const presentName = (await name.textContent()) ?? '';
  await page.route('**/api/v1/books?*', () => {});
  await page.getByRole('button', { name: 'The month before' }).click();
  await expect(name).not.toHaveText(presentName);
});

test('a month is shown beside the previous one and the chart of income and spending', {
  tag: '@long',
}, async ({ page }) => {
  await page.route('**/api/v1/books?*', async (route) => {
    const answer = await (await route.fetch()).json();
    const { data } = answer;
    const isPresent = data.month === new Date().toISOString().slice(0, 7);
    data.money.paidCents = isPresent ? 30_000 : 20_000;
    data.marginCents = isPresent ? 12_000 : 10_000;
    data.codes.costCents = isPresent ? 18_000 : 10_000;
    await route.fulfill({ json: answer });
  });
  await openDashboard(page, 'books');
  await expect(page.getByText('before $100.00, +$20.00 (+20%)')).toBeVisible();
  const paid = page
    .getByRole('table', { name: 'Money, in dollars' })
    .getByRole('row', { name: /^Card payments/ });
  await expect(paid).toHaveText(/\$300\.00\$200\.00$/);
  const plot = page.getByRole('application', { name: /^Money by month/ });
  await plot.focus();
  await page.keyboard.press('End');
  await expect(
    page.getByRole('status').filter({ hasText: 'Taken $300, Fees and codes -$180' }),
  ).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: 'Show as table: Money by month' }).click();
  await expect(page.getByRole('table', { name: 'Money by month' }).getByRole('row')).toHaveCount(7);
});

test('the year of the month field can be typed digit by digit', { tag: '@long' }, async ({ page }) => {
  await openDashboard(page, 'books');
  const month = page.getByLabel('Month (UTC)');
  const typed = (await month.inputValue()).replace(/^\d{4}/, '2025');
  await month.click({ position: { x: 20, y: 20 } });
  // The month field comes first, by name or number: which keys it accepts depends on the browser.
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('2025');
  await expect(month).toHaveValue(typed);
  await page.waitForURL(({ search }) => search === `?month=${typed}`);
});
