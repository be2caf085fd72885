// SPDX-License-Identifier: Apache-2.0

import type { Browser, Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { expectSound } from '../support/e2e/accessible.ts';
import { openDashboard } from '../support/e2e/admin.ts';
import type { RunningApp } from '../support/e2e/app.ts';
import { inDatabase } from '../support/e2e/database.ts';
import { failUntilPressed } from '../support/e2e/fail-until-pressed.ts';
import { enterChallenge, expectBalance, signIn, uniqueName } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const said = (page: Page, message: string) =>
  expect(page.getByText(message, { exact: true }).first()).toBeVisible();
const variant = (page: Page, number: number) =>
  page.getByRole('group', { name: `Variant ${number}`, exact: true });
const figure = (page: Page, label: string) =>
  variant(page, 1).locator('dl > div').filter({ hasText: label }).locator('dd').first();

interface Entrant {
  page: Page;
  name: string;
  email: string;
  epicId: string;
}

/** A player with a separate browser and a running attempt. */
async function entrant(browser: Browser, app: RunningApp): Promise<Entrant> {
  const context = await browser.newContext({ baseURL: app.url, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const who = await signIn(page);
  const epicId = uniqueName('Epic');
  await enterChallenge(page, { challenge: /^Survive the ring/, epicId });
  return { page, epicId, ...who };
}

test('an administrator creates, edits, closes and deletes a challenge, and the form rejects invalid terms', {
  tag: '@long',
}, async ({ page, problems }) => {
  problems.expect(/status of 500|net::ERR_FAILED/);
  const name = uniqueName('Storm');
  await openDashboard(page, 'challenges');
  await page.getByRole('button', { name: 'ADD CHALLENGE' }).click();
  const form = page.getByRole('dialog', { name: 'Create Challenge' });
  await form.getByRole('button', { name: 'Create' }).click();
  for (const fault of ['Description is required', 'Entry fee is required', 'Reward is required']) {
    await said(page, fault);
  }
  await expect(form.getByLabel('Description')).toBeFocused();
  await expect(variant(page, 1).getByLabel('Placement').locator('option')).toHaveText([
    'Top 1 (win)',
    'Top 10',
    'Top 25',
  ]);
  await form.getByRole('button', { name: 'Remove variant 1' }).click();
  await form.getByRole('button', { name: 'Create' }).click();
  await said(page, 'Add at least one variant');
  await form.getByRole('button', { name: 'Add variant' }).click();
  await form.getByLabel('Description').fill(name);
  await variant(page, 1).getByLabel('Entry fee (GC)').fill('-1');
  await variant(page, 1).getByLabel('Reward (GC)').fill('0');
  await variant(page, 1).getByLabel('Kills').fill('');
  await form.getByRole('button', { name: 'Create' }).click();
  for (const fault of ['Entry fee must be 0 or greater', 'Reward must be at least 1', 'Kills are required']) {
    await said(page, fault);
  }
  for (const number of [1, 2]) {
    if (number === 2) await form.getByRole('button', { name: 'Add variant' }).click();
    await variant(page, number).getByLabel('Kills').fill('4');
    await variant(page, number).getByLabel('Entry fee (GC)').fill('120');
    await variant(page, number).getByLabel('Reward (GC)').fill('250');
  }
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(variant(page, 2)).toContainText('Another variant already has this placement and these kills');
  await variant(page, 2).getByLabel('Placement').selectOption('Top 25');
  await page.route('**/challenge/create', (route) => route.abort());
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(form.getByRole('alert')).toContainText('No response received from the server');
  await page.unroute('**/challenge/create');
  await form.getByRole('button', { name: 'Create' }).click();
  await said(page, 'Challenge created successfully');
  await expect(row(page, name)).toContainText('Top 10 + 4 Kills');
  await expect(row(page, name)).toContainText('Top 25 + 4 Kills');

  await page.getByRole('button', { name: `Edit ${name}` }).click();
  await variant(page, 2).getByLabel('Reward (GC)').fill('300');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Challenge updated successfully');
  await expect(row(page, name)).toContainText('300');

  await page.getByRole('switch', { name: `${name} is open` }).click();
  await said(page, 'Challenge status updated successfully');
  await expect(row(page, name)).toContainText('Closed');

  await page.getByRole('searchbox', { name: 'Search challenges' }).fill(name.toUpperCase());
  await expect(page.getByText('1 challenge', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`search=${name.toUpperCase()}`));
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  const question = page.getByRole('dialog', { name: 'Delete this challenge?' });
  await expect(question).toContainText(`“${name}” leaves every list and can’t be entered anymore.`);
  await page.route('**/challenge/delete/**', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message: 'x' } }),
  );
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(question.getByRole('alert')).toHaveText('Failed to delete challenge');
  await page.unroute('**/challenge/delete/**');
  await question.getByRole('button', { name: 'Delete' }).click();
  await said(page, 'Challenge deleted successfully');
  await expect(page.getByRole('heading', { name: 'No challenges found' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(row(page, 'Survive the ring')).toBeVisible();
});

test('a variant shows its estimate, which follows the stored attempts', {
  tag: '@long',
}, async ({ page, browser, app }) => {
  const { epicId, page: theirs } = await entrant(browser, app);
  await openDashboard(page, 'challenges');
  const edit = page.getByRole('button', { name: /^Edit Survive the ring/ });
  await edit.click();
  await expect(page.getByText(/^\d+ attempts? running$/)).toBeVisible();
  await expect(page.getByRole('note')).toContainText(
    'Running attempts keep their terms. Your changes apply to new entries.',
  );
  await expect(variant(page, 1)).toContainText(
    /From the statistics of \d+ entr(y|ies) in the last 30 days\./,
  );
  const before = Number.parseFloat((await figure(page, 'Expected win rate').textContent()) ?? '');
  // With such stats at entry, a player nearly always wins.
  await inDatabase(app, async (tx) => {
    await tx.run(sql`alter table attempt_readings disable trigger user`);
    await tx.run(sql`
      update attempt_readings set matches = 100, top10 = 100, kills = 9900
      where number = 0 and attempt_id = (select id from attempts where epic_name = ${epicId})`);
    await tx.run(sql`alter table attempt_readings enable trigger user`);
  });
  await page.reload();
  await edit.click();
  await expect
    .poll(async () => Number.parseFloat((await figure(page, 'Expected win rate').textContent()) ?? ''))
    .toBeGreaterThan(before);
  await expect(figure(page, 'Worst case per day')).toHaveText(/^Pays out/);
  await variant(page, 1).getByLabel('Reward (GC)').fill('900000');
  await expect(variant(page, 1)).toContainText('Expected to lose coins');
  await expect(figure(page, 'Expected payout per day')).toHaveText(/^Pays out/);
  await variant(page, 1).getByLabel('Reward (GC)').fill('1');
  await expect(figure(page, 'Expected payout per day')).toHaveText(/^Keeps/);
  await expect(variant(page, 1)).not.toContainText('Expected to lose coins');

  await page.route('**/challenge/estimate', (route) =>
    route.fulfill({
      json: {
        message: 'OK',
        data: {
          sampleSize: 0,
          winRate: null,
          decided: 0,
          won: 0,
          entriesPerDay: 0,
          payoutPerDay: null,
          worstCasePerDay: 0,
        },
      },
    }),
  );
  await variant(page, 1).getByLabel('Reward (GC)').fill('2');
  await expect(variant(page, 1)).toContainText(
    'No estimate yet: nobody entered a challenge in the last 30 days.',
  );
  await variant(page, 1).getByLabel('Reward (GC)').fill('');
  await expect(variant(page, 1)).toContainText('Fill in the terms to see an estimate.');
  await theirs.context().close();
});

test('an administrator finds, inspects and voids attempts', { tag: '@long' }, async ({
  page,
  browser,
  app,
}) => {
  const player = await entrant(browser, app);
  const cheat = await entrant(browser, app);
  await openDashboard(page, 'challenges');
  await page.getByRole('tab', { name: 'Attempts' }).click();
  await expect(page).toHaveURL(/view=attempts/);
  const search = page.getByRole('searchbox', { name: 'Search attempts' });
  await search.fill(player.epicId.toLowerCase());
  const found = row(page, player.epicId);
  await expect(found).toContainText(player.email);
  await expect(found).toContainText('Top 10 + 3 Kills');
  await expect(row(page, cheat.epicId)).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Status' }).selectOption('SUCCESS');
  await expect(page.getByRole('heading', { name: 'No attempts found' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await search.fill(player.email);
  await page.getByRole('button', { name: `Receipt of ${player.name}` }).click();
  await expect(page.getByRole('dialog', { name: 'Receipt' })).toContainText(player.epicId);
  await page.keyboard.press('Escape');

  const ask = page.getByRole('button', { name: `Void the attempt of ${player.name}` });
  await ask.click();
  const question = page.getByRole('dialog', { name: `Void the attempt of ${player.name}?` });
  await expect(question.getByRole('list', { name: 'What happens' }).getByRole('listitem')).toHaveText([
    'We cancel the running attempt and stop reading it.',
    `The whole entry fee of 100 GC goes back to ${player.name}.`,
  ]);
  await question.getByRole('button', { name: 'Void attempt' }).click();
  await expect(question).toContainText('Enter a short reason');
  await page.keyboard.press('Escape');
  await expect(ask).toBeFocused();
  await ask.click();
  await question.getByLabel('Reason').fill('no');
  await question.getByRole('button', { name: 'Void attempt' }).click();
  await expect(question).toContainText('Enter a short reason');
  await question.getByLabel('Reason').fill('The game was down');
  await question.getByRole('button', { name: 'Void attempt' }).click();
  await said(page, 'Attempt voided successfully');
  await expect(found).toContainText('CANCELLED');
  await expect(ask).toHaveCount(0);
  await expectBalance(player.page, 500);

  await search.fill(cheat.epicId);
  await page.getByRole('button', { name: `Void the attempt of ${cheat.name}` }).click();
  await page.getByRole('checkbox', { name: 'The player cheated: keep the entry fee' }).check();
  await expect(page.getByRole('dialog')).toContainText('The entry fee of 100 GC is kept.');
  await page.getByLabel('Reason').fill('Played with a cheat');
  await page.getByRole('button', { name: 'Void attempt' }).click();
  await expect(row(page, cheat.epicId)).toContainText('CANCELLED');
  await page.getByRole('button', { name: `Receipt of ${cheat.name}` }).click();
  await expect(page.getByRole('dialog', { name: 'Receipt' })).toContainText('Played with a cheat');
  await expect(page.getByRole('dialog', { name: 'Receipt' })).toContainText('We kept the entry fee.');
  await expectBalance(cheat.page, 400);
  for (const { page: theirs } of [player, cheat]) await theirs.context().close();
});

test('the challenge lists and form are accessible, and show errors', { tag: '@long' }, async ({
  page,
  problems,
}) => {
  problems.expect(/status of 500/);
  await openDashboard(page, 'challenges');
  await expect(row(page, 'Survive the ring')).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: /^Edit Survive the ring/ }).click();
  await expect(variant(page, 3)).toBeVisible();
  await expectSound(page);
  await page.keyboard.press('Escape');
  const failed = { status: 500, json: { code: 'internal', message: 'x' } };
  const list = await failUntilPressed(page, '**/challenge/attempts?**', {
    fail: (route) => route.fulfill(failed),
  });
  await page.getByRole('tab', { name: 'Attempts' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Failed to fetch attempts');
  await list.press();
  await expect(page.getByRole('searchbox', { name: 'Search attempts' })).toBeVisible();
  await expectSound(page);
});
