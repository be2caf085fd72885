// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { accountsApi } from '../../contract/accounts.ts';
import { verifyDraw } from '../../contract/draw.ts';
import { drawRecord } from '../../contract/giveaways.ts';
import { expectSound } from '../support/e2e/accessible.ts';
import { failUntilPressed } from '../support/e2e/fail-until-pressed.ts';
import { drawNow, endNow, openGiveaway, whileNotDrawn } from '../support/e2e/giveaways.ts';
import { ask, enterChallenge, expectBalance, playMatch, signIn, uniqueName } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

const ring = { challenge: /Survive the ring/, condition: 'Finish Top 10 AND Kill 3 opponents' };
const card = (page: Page, title: string) => page.getByRole('listitem', { name: title, exact: true });
const figure = (page: Page, title: string, label: string) =>
  card(page, title).getByRole('term').filter({ hasText: label }).locator('xpath=..');

test('a finished challenge counts in events and leaderboards, live', { tag: '@long' }, async ({
  page,
  browser,
  app,
}) => {
  await signIn(page);
  const name = (await ask(page, accountsApi.getProfile)).inPublic.handle;
  await expectBalance(page, 500);
  const epicId = uniqueName();
  await enterChallenge(page, { ...ring, epicId });
  await page.keyboard.press('Escape');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Events' }).click();
  await expect(figure(page, 'Welcome to the ring', 'Rewards so far')).toContainText('1 of 1');
  await expect(figure(page, 'Daily grind', 'Today')).toContainText('0 of 3');
  await expect(card(page, 'Daily grind')).toContainText('Finish a challenge, won or lost');
  // The exact time, because nobody can hover on a phone.
  await expect(card(page, 'Daily grind')).toContainText(
    /Ends in \d+ days .*\(\w+ \d+, \d{4}, \d+:\d\d [AP]M\)/,
  );
  await expect(card(page, 'Weekly race')).toContainText('Not on the board');
  const elsewhere = await browser.newContext({ baseURL: app.url });
  const other = await elsewhere.newPage();
  await signIn(other, { to: '/events?tab=leaderboard&period=season' });
  await expect(other.getByRole('heading', { name: 'No streak yet' })).toBeVisible();

  await playMatch(app, epicId, { placement: 4, kills: 5 });
  await expect(page.getByText(/Congratulations!/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(figure(page, 'Daily grind', 'Today')).toContainText('1 of 3');
  await expect(figure(page, 'Daily grind', 'Earned')).toContainText('15');
  await expect(figure(page, 'Weekly race', 'Your XP')).toContainText('120');
  await expect(other.getByRole('listitem').filter({ hasText: name })).toContainText('120');
  await expect(other.getByRole('button', { name: 'This Season' })).toHaveAttribute('aria-pressed', 'true');
  await elsewhere.close();

  await page.getByRole('tab', { name: 'Leaderboard' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText(/You.*120/);
  await expect(page.getByRole('heading', { name: '1-day streak' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Level 2' })).toBeVisible();
  await page.goto('/events');
  const race = card(page, 'Weekly race');
  await expect(race.getByRole('list').first().getByRole('listitem')).toHaveCount(3);
  await race.getByRole('button', { name: 'Show all 5 places' }).click();
  await expect(race.getByRole('list').first().getByRole('listitem')).toHaveCount(5);
  await race.getByRole('button', { name: /^Board/ }).click();
  await expect(page.getByRole('dialog').getByRole('row').filter({ hasText: name })).toContainText('You');
  await expect(page).toHaveURL(/board=/);
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/board=/);
});

test('a giveaway can be entered, counted live, drawn and verified in the browser', { tag: '@long' }, async ({
  page,
  browser,
  app,
}) => {
  const title = `Drop ${uniqueName()}`;
  await signIn(page);
  await expectBalance(page, 500);
  const elsewhere = await browser.newContext({ baseURL: app.url });
  const other = await elsewhere.newPage();
  await signIn(other, { to: '/robots.txt' });
  const id = await openGiveaway(app, title);

  await page.goto('/events?tab=giveaways');
  await other.goto('/events?tab=giveaways');
  for (const one of [page, other]) await expect(card(one, title)).toContainText('0 participants');
  await card(page, title).getByRole('button', { name: 'Enter for free' }).click();
  await expect(card(page, title)).toContainText(/You’re in\. Entry [0-9A-F]{8}/);
  await expect(card(other, title)).toContainText('1 participant');
  await expect(card(other, title)).not.toContainText('You’re in.');
  await card(page, title)
    .getByRole('link', { name: /^How it is drawn/ })
    .click();
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await endNow(app, id, title);
  await whileNotDrawn(app, id, async () => {
    await page.reload();
    await expect(page.getByText('Being drawn')).toBeVisible();
  });
  const commitment = await page.getByText(/^[0-9a-f]{64}$/).textContent();

  await drawNow(app);
  const check = page.getByRole('button', { name: 'Check this draw' });
  await expect(check).toBeVisible();
  await expect(page.getByRole('region', { name: 'Winners' })).toContainText('You');
  await expectBalance(page, 570);
  await check.click();
  await expect(page.getByText('Everything matches')).toBeVisible();
  await expect(page.getByText('Right:')).toHaveCount(4);
  await expect(
    page.getByText(`npx finalring verify draw ${app.url}/api/v1/giveaways/${id}/draw`),
  ).toBeVisible();
  expect(await page.getByText(/^[0-9a-f]{64}$/).textContent()).toBe(commitment);

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the record' }).click(),
  ]);
  const record = drawRecord.parse(JSON.parse(readFileSync(await file.path(), 'utf8')));
  expect((await verifyDraw(record)).every(({ isRight }) => isRight)).toBe(true);
  await expect(card(other, title)).toContainText('You didn’t enter this one.');
  await elsewhere.close();

  await page.route(`**/giveaways/${id}/draw`, async (route) => {
    const answer = await (await route.fetch()).json();
    answer.data.terms.prizeAmount += 1;
    // A long list is in a separate file.
    delete answer.data.entrants;
    await route.fulfill({ json: answer });
  });
  await page.reload();
  await expect(page.getByText('The whole list is a 1 MB file.')).toBeVisible();
  await check.click();
  await expect(page.getByText('Something doesn’t match')).toBeVisible();
  await expect(page.getByText('and it’s in the list')).toBeVisible();
  await expect(page.getByText('Wrong:')).toHaveCount(1);
});

test('an administrator sees why they cannot enter a giveaway', { tag: '@long' }, async ({ page }) => {
  await signIn(page, { email: 'admin@finalring.test', name: 'Admin', to: '/robots.txt' });
  await page.goto('/events?tab=giveaways');
  await expect(card(page, 'Friday drop')).toContainText('Team members can’t enter giveaways');
  await expect(card(page, 'Friday drop').getByRole('button')).toHaveCount(0);
});

test('the event screens show errors and missing giveaways', { tag: '@long' }, async ({ page, problems }) => {
  problems.expect(/status of (400|404|409)|net::ERR_FAILED/);
  await signIn(page, { to: '/robots.txt' });
  const mine = await failUntilPressed(page, '**/api/v1/events/mine');
  await page.goto('/events');
  await expect(page.getByRole('alert').filter({ hasText: 'Error loading events' })).toBeVisible();
  await mine.press();
  await expect(card(page, 'Daily grind')).toBeVisible();
  await page.goto('/giveaways/018f0000-0000-7000-8000-000000000001');
  await expect(page.getByRole('heading', { name: 'No such giveaway' })).toBeVisible();
});

test('a verified draw is accessible and fits the screen', { tag: '@long' }, async ({ page }) => {
  await signIn(page, { to: '/events?tab=giveaways' });
  await card(page, 'Opening night').getByRole('link').click();
  await page.getByRole('button', { name: 'Check this draw' }).click();
  await expect(page.getByText('Everything matches')).toBeVisible();
  await expectSound(page);
});
