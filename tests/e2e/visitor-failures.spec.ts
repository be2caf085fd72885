// SPDX-License-Identifier: Apache-2.0

import { expect, test } from '../support/e2e/test.ts';

const lists = [
  { path: '/', call: '**/api/v1/landing', what: 'The list', shows: 'Top 25 + 1 Kills' },
  { path: '/challenges', call: '**/api/v1/landing', what: 'The list', shows: 'Top 25 + 1 Kills' },
  { path: '/leaderboard', call: '**/api/v1/leaderboard/public', what: 'The board', shows: /^\d+ players?$/ },
];

for (const { path, call, what, shows } of lists) {
  test(`${path} reports what couldn’t be loaded, and shows it without a reload once it can`, {
    tag: '@long',
  }, async ({ page, problems }) => {
    problems.expect(/net::ERR_FAILED/);
    await page.route(call, (route) => route.abort());
    await page.goto(path);
    const failure = page.getByRole('status').filter({ hasText: `${what} couldn’t be loaded` });
    await expect(failure).toBeVisible();
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    await page.unroute(call);
    await expect(page.getByText(shows)).toBeVisible();
    await expect(failure).toBeHidden();
  });
}

test('an invitation that couldn’t be loaded still counts, and can be loaded again', {
  tag: '@long',
}, async ({ page, problems }) => {
  problems.expect(/net::ERR_FAILED|status of 404/);
  const call = '**/api/v1/referrals/invitations/*';
  await page.route(call, (route) => route.abort());
  await page.goto('/referrals/ABC234');
  const failure = page.getByRole('alert').filter({ hasText: 'We couldn’t load your invitation' });
  await expect(failure).toContainText('The code ABC234 still counts when you sign up.');
  await page.unroute(call);
  await failure.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('This invite code isn’t valid')).toBeVisible();
  await expect(failure).toBeHidden();
});
