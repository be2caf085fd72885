// SPDX-License-Identifier: Apache-2.0

import type { Page } from '@playwright/test';
import { expectNothingMoved, watchArrivals } from '../support/e2e/arrival.ts';
import { enterChallenge, playMatch, signIn, uniqueName } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

test('played challenges appear in charts and tables, and as achievements', {
  tag: '@long',
}, async ({ page, app }) => {
  await signIn(page);
  const epicId = uniqueName();
  await enterChallenge(page, { challenge: /Survive the ring/, epicId });
  await page.goto('/profile?tab=stats');
  const main = page.getByRole('main');
  await expect(main.getByText('0 of 36', { exact: true })).toBeVisible();
  await playMatch(app, epicId, { placement: 1, kills: 9 });
  await expect(page.getByRole('dialog')).toContainText('Congratulations!');
  await page.keyboard.press('Escape');
  const reached = page.getByRole('region', { name: 'Achievements' });
  await expect(reached.getByRole('listitem')).toHaveText([
    /Into the ring/,
    /First win/,
    /Sharp/,
    /Last one standing/,
  ]);
  await expect(page.getByRole('region', { name: 'Next', exact: true })).toContainText('Hat-trick');

  await expect(main.getByText('You met this in your last match').first()).toBeVisible();
  await expect(main.getByText(/From your last match in challenges/)).toBeVisible();
  await expect(
    main.getByRole('application', { name: /^Wins and losses.*1 of 1 challenge won[.]/ }),
  ).toBeVisible();
  await main.getByRole('button', { name: 'Show as table: Wins and losses' }).click();
  const newest = main.getByRole('table', { name: 'Wins and losses' }).getByRole('row').last();
  await expect(newest).toHaveText(/1000?100%$/);
  await main.getByRole('link', { name: /^Kills in a match:.*see the receipt$/ }).click();
  await expect(page.getByRole('dialog')).toContainText('Your match met the conditions.');

  await page.goto('/home');
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: /Survive the ring/ }) });
  await card.getByRole('button', { name: 'Enter Challenge' }).click();
  const variant = page.getByRole('dialog').getByRole('radio', { name: /Top 10 AND Kill 3/ });
  await expect(variant).toHaveAccessibleDescription('You met this in your last match');
});

/** Simulates a player with one challenge and many other matches. */
async function answerPerformance(page: Page): Promise<void> {
  const readAt = '2026-11-27T12:00:00.000Z';
  const career = { matches: 1_093, wins: 0, top10: 547, top25: 600, kills: 2_514, readAt };
  await page.route('**/performance?*', async (route) => {
    const response = await route.fetch();
    const { data, ...rest } = await response.json();
    const totals = { ...data.totals, entries: 1 };
    await route.fulfill({ response, json: { ...rest, data: { ...data, totals, career } } });
  });
}

test('Solo statistics do not shift when fonts load', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, { to: '/robots.txt' });
  const { fonts } = await watchArrivals(page);
  await answerPerformance(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  const release = fonts.hold();
  await page.goto('/profile?tab=stats', { waitUntil: 'commit' });
  await expect(page.getByText('2.3 kills in a match')).toBeVisible();
  release();
  await expectNothingMoved(page);
});

test('performance is shown even when challenges couldn’t be loaded', {
  tag: '@long',
}, async ({ page, problems }) => {
  problems.expect(/net::ERR_FAILED/);
  await signIn(page, { to: '/robots.txt' });
  await answerPerformance(page);
  await page.route('**/challenge/get-all', (route) => route.abort());
  await page.goto('/profile?tab=stats');
  await expect(page.getByRole('region', { name: 'Over time' })).toBeVisible();
  await expect(page.getByText('2.3 kills in a match')).toBeVisible();
});
