// SPDX-License-Identifier: Apache-2.0

import { type StatusReport, statusParts } from '../../contract/status.ts';
import { expectSound } from '../support/e2e/accessible.ts';
import { failUntilPressed } from '../support/e2e/fail-until-pressed.ts';
import { signIn } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

const troubled: StatusReport = {
  lookedAt: new Date().toISOString(),
  maintenance: { reason: 'We move to a larger database', until: '2026-12-01T06:30:00.000Z' },
  isDatabaseAway: false,
  parts: statusParts.map((part) => ({
    part,
    ...(part === 'challenges'
      ? { state: 'disturbed' as const, lateSeconds: 720 }
      : { state: part === 'payments' ? ('down' as const) : ('working' as const), lateSeconds: 0 }),
  })),
  incidents: [
    { part: 'payments', state: 'down', beganAt: '2026-11-20T10:00:00.000Z', endedAt: null },
    {
      part: 'challenges',
      state: 'disturbed',
      beganAt: '2026-11-19T10:00:00.000Z',
      endedAt: '2026-11-19T10:25:00.000Z',
    },
  ],
};

test('anyone can read what works, what fails and recent incidents', { tag: '@long' }, async ({
  page,
  problems,
}) => {
  problems.expect(/net::ERR_FAILED/);
  const failing = await failUntilPressed(page, '**/api/v1/status');
  await page.goto('/terms');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Status' }).click();
  await expect(page.getByRole('alert')).toContainText('The server doesn’t answer');
  await failing.press();
  await expect(page.getByText('No incidents')).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });

  await page.route('**/api/v1/status', (route) => route.fulfill({ json: { message: 'OK', data: troubled } }));
  await page.goto('/status');
  await expect(page.getByText('Not working: Buying coins. Degraded: Challenges and results')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Results are delayed' })).toContainText(
    'The delay is about 12 minutes.',
  );
  await expect(
    page.getByText(/^We move to a larger database[.] You can start, buy and pay again/),
  ).toBeVisible();
  const incidents = page.getByRole('region', { name: 'Recent incidents' }).getByRole('listitem');
  await expect(incidents.first()).toContainText('ongoing');
  await expect(incidents.last()).toContainText('for 25 min');
  await expectSound(page);

  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const away = { ...troubled, isDatabaseAway: true };
  await page.route('**/api/v1/status', (route) => route.fulfill({ json: { message: 'OK', data: away } }));
  await page.goto('/status');
  await expect(page.getByText('Our database doesn’t answer')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Parts' })).toHaveCount(0);
});

test('a broken page says so, and reports the error without personal data', { tag: '@long' }, async ({
  page,
  problems,
}) => {
  problems.expect(/parts|undefined/);
  const secret = 'A1-secret@example.test';
  await page.route('**/api/v1/status', (route) =>
    route.fulfill({ json: { message: 'OK', data: { secret } } }),
  );
  const told = page.waitForRequest('**/api/v1/browser-errors');
  await page.goto(`/status?code=${secret}`);
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  const request = await told;
  expect(request.postDataJSON()).toEqual({
    name: 'TypeError',
    message: expect.stringMatching(/^[A-Za-z "…().]+$/),
    place: expect.stringMatching(/^[\w.-]+\.js:\d+:\d+$/),
    page: '/status',
  });
  expect(JSON.stringify(await request.allHeaders())).not.toContain('authorization');
  expect((await request.response())?.status()).toBe(200);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('link', { name: 'Is something broken?' }).click();
  await expect(page.getByRole('heading', { name: 'Status', level: 1 })).toBeVisible();
});

test('every page announces maintenance until it ends', { tag: '@long' }, async ({ page }) => {
  await signIn(page, { to: '/home' });
  const bar = page.getByText(
    /^Maintenance, planned until .* Players can’t start, buy or pay until it’s done/,
  );
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(bar).toBeHidden();
  await page.route('**/api/v1/**', async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), 'x-maintenance-until': '2026-12-01T06:30:00.000Z' };
    await route.fulfill({ response, headers });
  });
  for (const path of ['/home', '/products', '/profile']) {
    await page.goto(path);
    await expect(bar, path).toBeVisible();
    await expectSound(page);
  }
  await bar.getByRole('link', { name: 'Why?' }).click();
  await expect(page).toHaveURL(/\/status$/);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto('/products');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(bar).toBeHidden();
});
