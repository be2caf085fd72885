// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { promotionsAdminApi } from '../../contract/promotions-admin.ts';
import { expectSound } from '../support/e2e/accessible.ts';
import { failCalls, openDashboard } from '../support/e2e/admin.ts';
import { failUntilPressed } from '../support/e2e/fail-until-pressed.ts';
import { ask, uniqueName } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

const card = (page: Page, title: string) => page.getByRole('listitem', { name: title, exact: true });
const said = (page: Page, message: string) => expect(page.getByText(message, { exact: true })).toBeVisible();
const subTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();
const trigger = (page: Page, name: string) =>
  page.getByRole('checkbox', { name: new RegExp(`^${name}(?![A-Z_])`) });

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'Asia/Kathmandu' });

  test('an administrator creates, edits, deactivates, finds, exports and deletes an event', {
    tag: '@long',
  }, async ({ page }) => {
    const title = `Race ${uniqueName()}`;
    await openDashboard(page, 'events');
    await page.getByRole('button', { name: 'Create Event' }).click();
    const form = page.getByRole('dialog', { name: 'Create Event' });
    const submit = form.getByRole('button', { name: 'Create', exact: true });
    await expect(form.getByLabel('Reward Type')).toHaveValue('GC');
    for (const [label, value] of [
      ['Reward Amount', '0'],
      ['Multiplier', '1'],
      ['User Cap', '0'],
      ['Daily Cap', '0'],
      ['Budget', ''],
    ] as const) {
      await expect(form.getByLabel(label)).toHaveValue(value);
    }
    await expect(form.getByRole('checkbox', { name: /^Auto Run/ })).toBeChecked();
    await expect(form.getByRole('checkbox', { name: /^Active/ })).toBeChecked();
    await submit.click();
    await expect(form.getByText('Title and Type are required')).toHaveCount(2);
    await expect(form.getByText('Start and end dates are required')).toHaveCount(2);
    await expect(form.getByText('Choose a trigger')).toBeVisible();
    await expect(form.getByLabel('Title')).toBeFocused();

    await form.getByLabel('Title').fill(title);
    await form.getByLabel('Type', { exact: true }).pressSequentially('flash_promo');
    await expect(form.getByLabel('Type', { exact: true })).toHaveValue('FLASH_PROMO');
    await trigger(page, 'BUY_COINS').click();
    await trigger(page, 'EARN_XP').click();
    await form.getByLabel('Multiplier').fill('0.001');
    await trigger(page, 'ACTIVITY_WEEKLY').click();
    await expect(trigger(page, 'BUY_COINS')).not.toBeChecked();
    await expect(trigger(page, 'EARN_XP')).not.toBeChecked();
    await expect(form.getByLabel('Reward Amount')).toBeHidden();
    await form.getByLabel('Start Date').fill('2031-03-05T09:30');
    await form.getByLabel('End Date').fill('2031-03-05T09:30');
    await form.getByLabel('Place 1').fill('500');
    await form.getByLabel('Place 2').fill('many');
    await form.getByLabel('Place 3').fill('300');
    await submit.click();
    await expect(form.getByText('The end must be after the start')).toBeVisible();
    await form.getByLabel('End Date').fill('2031-03-12T09:30');
    await submit.click();
    await expect(form.getByText('Please provide at least 3 rewards')).toBeVisible();
    const more = form.getByRole('button', { name: 'Add a place' });
    for (let place = 4; place <= 10; place += 1) await more.click();
    await expect(form.getByLabel('Place 10')).toBeVisible();
    await more.click();
    await expect(form.getByText('You can provide up to 10 rewards')).toBeVisible();
    await form.getByLabel('Place 4', { exact: true }).fill('200');
    await expect(form.getByText('3 places, 1,000 GC in all')).toBeVisible();
    await form.getByLabel('Budget').fill('999');
    await submit.click();
    await expect(form.getByText('A budget of 999 doesn’t cover rewards of 1,000')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Discard your changes?' }).getByText('Keep editing').click();
    await form.getByLabel('Budget').fill('5000');
    await form.getByLabel('Start Date').fill('2021-03-05T09:30');
    await form.getByLabel('End Date').fill('2021-03-12T09:30');
    await submit.click();
    const doubt = page.getByRole('dialog', { name: 'Save an event that’s already over?' });
    await expect(doubt).toContainText('It ended');
    await doubt.getByRole('button', { name: 'Back to the form' }).click();
    await form.getByLabel('End Date').fill('2031-03-12T09:30');
    await form.getByLabel('Start Date').fill('2031-03-05T09:30');
    await submit.click();
    await said(page, 'Event created');

    const sent = async () =>
      (await ask(page, promotionsAdminApi.listAll)).list.find((event) => event.title === title);
    expect(await sent()).toMatchObject({
      type: 'FLASH_PROMO',
      triggers: ['ACTIVITY_WEEKLY'],
      startDate: '2031-03-05T03:45:00.000Z',
      endDate: '2031-03-12T03:45:00.000Z',
      leaderboardRewards: [500, 300, 200],
      autoRun: true,
      isActive: true,
      eventConfig: { rewardType: 'GC', rewardAmount: 0, multiplier: 1, budget: 5000 },
    });

    await page.getByRole('searchbox', { name: 'Search events' }).fill(title.toUpperCase());
    await expect(page).toHaveURL(/search=/);
    await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(1);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(readFileSync(await file.path(), 'utf8')).toMatch(new RegExp(`Title,.*\\s+${title},`));

    await page.getByRole('button', { name: `Edit ${title}` }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Event' });
    await expect(edit.getByLabel('Start Date')).toHaveValue('2031-03-05T09:30');
    await expect(edit.getByLabel('Place 3')).toHaveValue('200');
    await trigger(page, 'BUY_COINS').click();
    await expect(trigger(page, 'ACTIVITY_WEEKLY')).not.toBeChecked();
    await edit.getByLabel('Reward Amount').fill('2000000');
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(
      edit.getByText('Reward amount can’t be 2,000,000: enter a whole number from 0 to 1,000,000'),
    ).toBeVisible();
    await edit.getByLabel('Reward Amount').fill('20');
    await edit.getByLabel('Multiplier').fill('');
    await edit.getByLabel('User Cap').fill('');
    await edit.getByRole('button', { name: 'Save' }).click();
    await said(page, 'Event updated');
    expect(await sent()).toMatchObject({
      leaderboardRewards: [],
      eventConfig: { rewardAmount: 20, multiplier: 1, userCap: 0, budget: 5000 },
    });

    await card(page, title)
      .getByRole('switch', { name: `${title} is active` })
      .click();
    await expect(card(page, title)).toHaveCount(0);
    await subTab(page, 'Inactive');
    await expect(card(page, title)).toContainText('Inactive');
    expect(await sent()).toMatchObject({ isActive: false, eventConfig: { rewardAmount: 20 } });

    await page.getByRole('button', { name: `Delete ${title}` }).click();
    const question = page.getByRole('dialog', { name: 'Delete this event?' });
    await expect(question).toContainText('Paid rewards stay paid');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(card(page, title)).toBeVisible();
    await page.getByRole('button', { name: `Delete ${title}` }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await said(page, 'Event deleted successfully');
    await expect(page.getByRole('heading', { name: 'No events found' })).toBeVisible();
  });
});

test('events are sorted by start, and an event opens with all its terms', { tag: '@long' }, async ({
  page,
}) => {
  await openDashboard(page, 'events');
  const titles = page.getByRole('tabpanel').getByRole('heading', { level: 2 });
  const isBefore = async (one: string, other: string) => {
    const shown = await titles.allTextContents();
    return shown.indexOf(one) < shown.indexOf(other);
  };
  const weekends = ['Opening weekend', 'Double coins weekend'] as const;
  await expect(card(page, 'Daily grind')).toBeVisible();
  const sort = page.getByLabel('Sort', { exact: true });
  await expect(sort).toHaveValue('date');
  await expect(sort.getByRole('option')).toHaveText(['Sort By Date', 'Oldest', 'Newest']);
  await sort.selectOption('Oldest');
  await expect.poll(() => isBefore(...weekends)).toBe(true);
  await sort.selectOption('Newest');
  await expect(page).toHaveURL(/sort=newest/);
  await expect.poll(() => isBefore(...weekends)).toBe(false);
  await subTab(page, 'Inactive');
  await expect(card(page, 'Discord night')).toBeVisible();
  await expect(card(page, 'Daily grind')).toHaveCount(0);
  await page.goto('/dashboard/events');

  await page.getByRole('button', { name: 'Weekly race', exact: true }).click();
  const details = page.getByRole('dialog', { name: 'Weekly race' });
  await expect(details).toContainText('The five players who earn the most XP');
  for (const text of ['ACTIVITY_WEEKLY', 'Auto', 'Budget spent', 'Rewards paid', 'Start Date', 'End Date']) {
    await expect(details).toContainText(text);
  }
  await expect(details.getByRole('list').first().getByRole('listitem')).toHaveCount(3);
  await details.getByRole('button', { name: 'Show all 5 places' }).click();
  await expect(details.getByRole('list').first().getByRole('listitem')).toHaveCount(5);
  await details.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('dialog', { name: 'Edit Event' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(details).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await expect(page.getByRole('button', { name: 'Weekly race', exact: true })).toBeFocused();

  await subTab(page, 'Schedule');
  const runs = page.getByRole('table', { name: 'Scheduled runs' });
  await expect(
    runs.getByRole('row', { name: /Weekly race Event is completed .* in \d+ days/ }),
  ).toBeVisible();
  await expect(runs.getByRole('row', { name: /Friday drop Giveaway is drawn/ })).toBeVisible();
  await expect(runs.getByRole('row', { name: /run-events Repeated task/ })).toBeVisible();
});

test('the event screens show errors and empty lists', { tag: '@long' }, async ({ page, problems }) => {
  problems.expect(/status of 500/);
  const list = await failUntilPressed(page, '**/events/all*', {
    fail: (route) =>
      route.fulfill({ status: 500, json: { message: 'Something went wrong', code: 'internal' } }),
  });
  await openDashboard(page, 'events');
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to fetch events' })).toBeVisible();
  const toasts = page.getByRole('region', { name: /^Notifications/ });
  await expect(toasts.getByText('Failed to fetch events')).toBeVisible();
  await list.press();
  await expect(card(page, 'Daily grind')).toBeVisible();

  await failCalls(page, 'PUT', '**/api/v1/events/*');
  await page.getByRole('switch', { name: 'Daily grind is active' }).click();
  await said(page, 'Failed to update event');
  await page.getByRole('button', { name: 'Edit Daily grind' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Event' });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByRole('alert')).toContainText('Failed to save event');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await failCalls(page, 'DELETE', '**/api/v1/events/*');
  await page.getByRole('button', { name: 'Delete Daily grind' }).click();
  const question = page.getByRole('dialog', { name: 'Delete this event?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(question.getByRole('alert')).toHaveText('Failed to delete event');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(card(page, 'Daily grind')).toBeVisible();

  await page.route('**/events/all*', (route) => route.fulfill({ json: { message: 'OK', data: [] } }));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No events created yet.' })).toBeVisible();
});

test('the event cards, form and schedule are accessible', { tag: '@long' }, async ({ page }) => {
  await openDashboard(page, 'events');
  await expect(card(page, 'Daily grind')).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: 'Edit Weekly race' }).click();
  await expect(page.getByRole('dialog', { name: 'Edit Event' })).toBeVisible();
  await expectSound(page);
  await page.goto('/dashboard/events?tab=schedule');
  await expect(page.getByText('Friday drop')).toBeVisible();
  await expectSound(page);
});
