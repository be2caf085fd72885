// SPDX-License-Identifier: Apache-2.0

import { accountsApi } from '../../contract/accounts.ts';
import { challengesApi } from '../../contract/challenges.ts';
import { failUntilPressed } from '../support/e2e/fail-until-pressed.ts';
import {
  ask,
  enterChallenge,
  expectBalance,
  signIn,
  stored,
  submitEntry,
  uniqueName,
} from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

const screens = [
  {
    path: '/home',
    call: '**/api/v1/challenge/get-all',
    says: 'Error loading challenges: No response received from the server',
    toast: 'Error',
    content: 'Survive the ring',
  },
  {
    path: '/past-challenges',
    call: '**/api/v1/challenge/my-attempts*',
    says: 'Error loading past challenges: No response received from the server',
    toast: 'Failed to fetch past challenges',
    content: 'No past challenges found',
  },
  {
    path: '/profile',
    call: '**/api/v1/auth/get-profile',
    says: 'Error loading profile: No response received from the server',
    toast: 'Failed to fetch profile',
    content: 'You have not purchased any gift card yet.',
  },
  {
    path: '/transactions?tab=transactions',
    call: '**/api/v1/transaction/history*',
    says: 'Error loading transactions: No response received from the server',
    toast: 'Failed to fetch transactions',
    content: 'Total Transactions',
  },
];

test('each screen shows its failure after one automatic retry, and retries on request', {
  tag: '@long',
}, async ({ page, problems }) => {
  problems.expect(/net::ERR_FAILED/);
  await signIn(page);
  for (const { path, call, says, toast, content } of screens) {
    const failing = await failUntilPressed(page, call);
    await page.goto(path);
    await expect(page.getByText(toast, { exact: true })).toBeVisible();
    await expect(page.getByText(says)).toBeVisible();
    expect(failing.asked()).toBeGreaterThanOrEqual(2);

    await failing.press();
    await expect(page.getByText(content).first()).toBeVisible();
    await expect(page.getByText(says)).toBeHidden();
    await page.unroute(call);
  }
});

test('an entry with a lost answer is retried once and counts once', async ({ page, problems }) => {
  problems.expect(/net::ERR_FAILED/);
  await signIn(page);
  await expectBalance(page, 500);
  const keys: (string | undefined)[] = [];
  await page.route('**/api/v1/challenge/start', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    expect((await route.fetch()).ok()).toBe(true);
    return route.abort();
  });
  await enterChallenge(page, { challenge: /Survive the ring/, epicId: uniqueName() });
  await expectBalance(page, 400);
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
  const attempts = await ask(page, challengesApi.myAttempts);
  expect(attempts.map(({ _id }) => _id)).toEqual([await stored(page, 'latestAttemptId')]);
});

for (const how of ['reported by the stream', 'reported by the next call'] as const) {
  test(`a session ended elsewhere leads to the sign-in page, ${how}`, { tag: '@long' }, async ({
    page,
    problems,
  }) => {
    problems.expect(/net::ERR_FAILED|status of 401/);
    if (how === 'reported by the next call') await page.route('**/api/v1/live', (route) => route.abort());
    await signIn(page);
    await expectBalance(page, 500);
    const ended = await page.request.post(`/api/v1${accountsApi.logout.path}`, {
      headers: {
        authorization: `Bearer ${await stored(page, 'authToken')}`,
        'idempotency-key': uniqueName(),
      },
    });
    expect(ended.ok()).toBe(true);
    if (how === 'reported by the next call') await page.goto('/profile');
    await page.waitForURL(({ pathname }) => pathname === '/');
    await expect(page.getByRole('alert')).toHaveText('Your session has ended. Sign in again.');
    expect(await stored(page, 'authToken')).toBeNull();
  });
}

test('a server error shows its reference in place and in the toast, while a refusal shows none', {
  tag: '@long',
}, async ({ page, problems }) => {
  problems.expect(/status of (500|429)/);
  await signIn(page);
  let answers = { status: 500, code: 'internal' };
  const fail = (path: string, reference: string) =>
    page.route(`**/api/v1/${path}`, (route) =>
      route.fulfill({
        status: answers.status,
        json: { message: 'Nothing came of it', code: answers.code },
        headers: { 'x-request-id': reference },
      }),
    );

  await fail('challenge/start', 'entry-7f3c2a9e');
  await submitEntry(page, { challenge: /Survive the ring/, epicId: uniqueName() });
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toContainText('Reference: entry-7f3c2a9e');
  await expect(page.getByRole('listitem').filter({ hasText: 'Reference: entry-7f3c2a9e' })).toBeVisible();

  await page.goto('/profile?tab=settings');
  const exporting = page.getByRole('button', { name: 'Export my data' });
  await expect(exporting).toBeEnabled();
  await fail('auth/export', 'export-7f3c2a9e');
  await exporting.click();
  await expect(page.getByRole('alert')).toContainText('Reference: export-7f3c2a9e');
  answers = { status: 429, code: 'too_many_requests' };
  await exporting.click();
  await expect(page.getByRole('alert')).toHaveText(/Nothing came of it$/);
});
