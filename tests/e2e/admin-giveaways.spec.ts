// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { giveawaysAdminApi } from '../../contract/giveaways-admin.ts';
import { expectSound } from '../support/e2e/accessible.ts';
import { openDashboard } from '../support/e2e/admin.ts';
import type { RunningApp } from '../support/e2e/app.ts';
import { inDatabase } from '../support/e2e/database.ts';
import { failUntilPressed } from '../support/e2e/fail-until-pressed.ts';
import { drawNow, endNow, openGiveaway } from '../support/e2e/giveaways.ts';
import { ask, signIn, uniqueName } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });
const said = (page: Page, message: string) => expect(page.getByText(message, { exact: true })).toBeVisible();

/** Enters a player with this e-mail address in a giveaway. */
function enter(app: RunningApp, giveawayId: string, email: string): Promise<number> {
  return inDatabase(app, (tx) =>
    tx.run(sql`
      insert into giveaway_entries (giveaway_id, player_id, entry, entered_at)
      select ${giveawayId}, id, gen_random_uuid(), now() from players where email = ${email}`),
  );
}

test('an administrator creates, edits, closes, finds, exports and deletes a giveaway', {
  tag: '@long',
}, async ({ page, problems }) => {
  problems.expect(/status of (400|500)/);
  const title = `Drop ${uniqueName()}`;
  await openDashboard(page, 'giveaways');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Title',
    'Prize Type',
    'Prize Amount',
    'Start Date',
    'End Date',
    'Winner Count',
    'Participants',
    'isCompleted',
    'Actions',
    'Status',
  ]);
  await page.getByRole('button', { name: 'Create Giveaway' }).click();
  const form = page.getByRole('dialog', { name: 'Create Giveaway' });
  const submit = form.getByRole('button', { name: 'Create', exact: true });
  await submit.click();
  for (const message of [
    'Title is required',
    'Prize amount is required',
    'Start date is required',
    'End date is required',
    'Winner count is required',
  ]) {
    await expect(form.getByText(message)).toBeVisible();
  }
  await form.getByLabel('Title').fill(title);
  await form.getByLabel('Prize Type').selectOption('XP');
  await form.getByLabel('Prize Amount').fill('0');
  await form.getByLabel('Winner Count').fill('0');
  await expect(form.getByText('Prize amount can’t be 0: enter a whole number from 1')).toBeVisible();
  await expect(form.getByText('Winner count can’t be 0: enter a whole number from 1')).toBeVisible();
  await form.getByLabel('Prize Amount').fill('1234');
  await form.getByLabel('Winner Count').fill('2');
  await form.getByLabel('Start Date').fill('2031-05-01T10:00');
  await form.getByLabel('End Date').fill('2031-05-01T09:59');
  await submit.click();
  await expect(form.getByRole('alert')).toContainText('The end must be after the start');
  await form.getByLabel('Start Date').fill('2021-05-01T10:00');
  await form.getByLabel('End Date').fill('2021-05-03T10:00');
  await submit.click();
  const doubt = page.getByRole('dialog', { name: 'Save a giveaway that’s already over?' });
  await expect(doubt).toContainText('It ended');
  await doubt.getByRole('button', { name: 'Back to the form' }).click();
  await form.getByLabel('Start Date').fill('2031-05-01T10:00');
  await form.getByLabel('End Date').fill('2031-05-03T10:00');
  await submit.click();
  await said(page, 'Created successfully');

  const sent = async () =>
    (await ask(page, giveawaysAdminApi.listAll)).list.find((one) => one.title === title);
  expect(await sent()).toMatchObject({
    prizeType: 'XP',
    prizeAmount: 1234,
    winnerCount: 2,
    startDate: '2031-05-01T10:00:00.000Z',
    endDate: '2031-05-03T10:00:00.000Z',
    isActive: true,
  });
  await page.getByRole('searchbox', { name: 'Search giveaways' }).fill(title.toLowerCase());
  await expect(page.getByRole('status').filter({ hasText: /^1 giveaway$/ })).toBeVisible();
  await expect(row(page, title)).toContainText('1,234');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(readFileSync(await file.path(), 'utf8')).toContain(`${title},XP,1234,2031-05-01T10:00:00.000Z`);

  await page.getByRole('button', { name: `Edit ${title}` }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Giveaway' });
  await expect(edit.getByLabel('Start Date')).toHaveValue('2031-05-01T10:00');
  await edit.getByLabel('Winner Count').fill('3');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await edit.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Updated successfully');
  expect(await sent()).toMatchObject({ winnerCount: 3, prizeAmount: 1234 });

  const toggle = page.getByRole('switch', { name: `${title} is active` });
  await page.route('**/giveaways/update/*', (route) =>
    route.fulfill({ status: 500, json: { message: 'Something went wrong', code: 'internal' } }),
  );
  await toggle.click();
  await said(page, 'Something went wrong');
  await expect(toggle).toBeChecked();
  await page.unroute('**/giveaways/update/*');
  await toggle.click();
  await expect(row(page, title)).toContainText('Inactive');
  await expect(toggle).toHaveAttribute('aria-busy', 'false');
  expect(await sent()).toMatchObject({ isActive: false, winnerCount: 3 });

  await page.getByRole('button', { name: `Delete ${title}` }).click();
  const question = page.getByRole('dialog', { name: 'Delete this giveaway?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await said(page, 'Deleted successfully');
  await expect(page.getByRole('heading', { name: 'No giveaways found' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(row(page, 'Friday drop')).toBeVisible();
  await page.getByRole('button', { name: 'Prize Amount' }).click();
  await expect(page).toHaveURL(/sort=prizeAmount/);
});

test('a giveaway lists its entrants, locks its terms and marks winners', { tag: '@long' }, async ({
  page,
  browser,
  app,
  problems,
}) => {
  problems.expect(/status of 409/);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const title = `Draw ${uniqueName()}`;
  const id = await openGiveaway(app, title);
  const elsewhere = await browser.newContext({ baseURL: app.url });
  const one = await signIn(await elsewhere.newPage());
  const other = await signIn(await elsewhere.newPage());
  await elsewhere.close();
  const ending = `End ${uniqueName()}`;
  const endingId = await openGiveaway(app, ending);
  for (const { email } of [one, other]) await enter(app, endingId, email);
  await endNow(app, endingId, ending);

  await openDashboard(page, `giveaways?search=${encodeURIComponent(title)}`);
  await page.getByRole('button', { name: `Delete ${title}` }).click();
  await enter(app, id, one.email);
  const question = page.getByRole('dialog', { name: 'Delete this giveaway?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(question.getByRole('alert')).toContainText('Players have entered this giveaway');
  await question.getByRole('button', { name: 'Cancel' }).click();

  await enter(app, id, other.email);
  await page.reload();
  await page.getByRole('button', { name: `Edit ${title}` }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Giveaway' });
  await expect(edit).toContainText('2 players entered under these terms');
  await expect(edit.getByRole('textbox')).toHaveCount(0);
  await edit.getByRole('checkbox', { name: /^Active/ }).click();
  await edit.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Updated successfully');
  await expect(row(page, title)).toContainText('Inactive');
  await expect(page.getByRole('button', { name: `Delete ${title}` })).toHaveCount(0);

  await page.getByRole('button', { name: `2 participants of ${title}` }).click();
  const details = page.getByRole('dialog', { name: title });
  const participants = details.getByRole('table', { name: 'Participants' });
  await expect(participants.getByRole('row')).toHaveCount(3);
  await expect(participants).toContainText(one.name);
  await details.getByRole('button', { name: 'Copy' }).click();
  await said(page, 'Commitment copied!');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^[0-9a-f]{64}$/);
  await expect(details).not.toContainText('Winner:');
  await page.keyboard.press('Escape');

  // Draws directly, instead of waiting for the worker's next minute.
  const drawn = async () => {
    await drawNow(app);
    return (await ask(page, giveawaysAdminApi.listAll)).list.find(({ _id }) => _id === endingId)?.isCompleted;
  };
  await expect.poll(drawn).toBe(true);
  await page.goto(`/dashboard/giveaways?search=${encodeURIComponent(ending)}`);
  await expect(row(page, ending)).toContainText('Yes');
  await expect(page.getByRole('button', { name: `Edit ${ending}` })).toHaveCount(0);
  await page.getByRole('button', { name: ending, exact: true }).click();
  const drawnDetails = page.getByRole('dialog', { name: ending });
  await expect(drawnDetails).toContainText('Winner:');
  await expect(drawnDetails.getByRole('table').getByText('Winner', { exact: true })).toHaveCount(1);
  await expectSound(page);
  await drawnDetails.getByRole('link', { name: 'Check the draw' }).click();
  await expect(page).toHaveURL(new RegExp(`/giveaways/${endingId}$`));
  await expect(page.getByRole('button', { name: 'Check this draw' })).toBeVisible();
});

test('the giveaway list and form are accessible, and show errors', { tag: '@long' }, async ({
  page,
  problems,
}) => {
  problems.expect(/status of 500/);
  const list = await failUntilPressed(page, '**/giveaways/all*', {
    fail: (route) =>
      route.fulfill({ status: 500, json: { message: 'Something went wrong', code: 'internal' } }),
  });
  await openDashboard(page, 'giveaways');
  await expect(page.getByRole('alert').filter({ hasText: 'Something went wrong' })).toBeVisible();
  await list.press();
  await expect(row(page, 'Friday drop')).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: 'Create Giveaway' }).click();
  await expect(page.getByRole('dialog', { name: 'Create Giveaway' })).toBeVisible();
  await expectSound(page);
  await page.route('**/giveaways/all*', (route) => route.fulfill({ json: { message: 'OK', data: [] } }));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No giveaways found' })).toBeVisible();
});

test('a date and time can be typed in one go, with a four-digit year', { tag: '@long' }, async ({ page }) => {
  await openDashboard(page, 'giveaways');
  await page.getByRole('button', { name: 'Create Giveaway' }).click();
  const start = page.getByRole('dialog', { name: 'Create Giveaway' }).getByLabel('Start Date');
  await start.click({ position: { x: 20, y: 20 } });
  await page.keyboard.type('050120311000AM');
  await expect(start).toHaveValue('2031-05-01T10:00');
});
