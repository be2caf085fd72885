// SPDX-License-Identifier: Apache-2.0

import { readFile } from 'node:fs/promises';
import type { Route } from '@playwright/test';
import type { DataExport } from '../../contract/data-export.ts';
import { readSections, unzip } from '../support/archive.ts';
import { expectSound } from '../support/e2e/accessible.ts';
import { expectBalance, signIn, stored } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

test('a player downloads all their data as one archive, which nobody else can', {
  tag: '@long',
}, async ({ page, browser, app }) => {
  const { email, name } = await signIn(page, { to: '/profile?tab=settings' });
  await expectBalance(page, 500);
  const part = page.getByRole('region', { name: 'Your Data' });
  await part.getByRole('button', { name: 'Export my data' }).click();
  await expect(part.getByText('Your archive is ready')).toBeVisible();
  await expectSound(page);
  const downloading = page.waitForEvent('download');
  await part.getByRole('button', { name: 'Download' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.zip$/);
  const data = readSections(await unzip(await readFile(await download.path())));
  expect(data.profile).toMatchObject({ name, email, gamerCoins: 500 });
  expect(data.identities).toMatchObject([{ provider: 'google', email }]);
  expect(data.transfers).toMatchObject([{ type: 'eventReward', amount: 500 }]);
  expect(data.sessions).toHaveLength(1);
  expect(JSON.stringify(data)).not.toContain(await stored(page, 'authToken'));

  // For someone who is signed out, the mail's link leads to the sign-in, and from there to the archive.
  const elsewhere = await browser.newPage({ baseURL: app.url });
  await elsewhere.goto('/profile#your-data');
  await expect(
    elsewhere
      .getByText(/sign in/i)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  await expect(elsewhere.getByRole('button', { name: 'Download' })).toHaveCount(0);
  await signIn(elsewhere, { email, to: '/profile#your-data' });
  await expect(elsewhere.getByRole('button', { name: 'Download' })).toBeInViewport();
  await elsewhere.close();
});

test('an export shows its progress, failure and expiry', { tag: '@long' }, async ({ page }) => {
  await signIn(page, { to: '/robots.txt' });
  const at = new Date().toISOString();
  const none = { bytes: null, expiresAt: null };
  let latest: DataExport = {
    _id: crypto.randomUUID(),
    status: 'working',
    sectionsDone: 12,
    sectionCount: 40,
    askedAt: at,
    endedAt: null,
    ...none,
  };
  const stub = (route: Route) =>
    route.fulfill({ json: { message: 'OK', data: { latest, perDay: 3, leftToday: 0 } } });
  await page.route('**/api/v1/auth/export', stub);
  await page.goto('/profile?tab=settings');
  const part = page.getByRole('region', { name: 'Your Data' });
  await expect(part.getByRole('progressbar', { name: 'Parts of your data' })).toHaveAttribute(
    'aria-valuetext',
    '12 of 40',
  );
  await expect(part.getByRole('button', { name: 'Preparing...' })).toBeVisible();
  await expectSound(page);
  latest = { ...latest, status: 'expired', sectionsDone: 40, endedAt: at, bytes: 1, expiresAt: at };
  await page.reload();
  await expect(part.getByText(/has expired/)).toBeVisible();
  await expect(part.getByText('3 exports in 24 hours')).toBeVisible();
  await expect(part.getByRole('button', { name: 'Export my data' })).toBeDisabled();
  latest = { ...latest, status: 'failed', ...none };
  await page.reload();
  await expect(part.getByRole('alert')).toContainText('Several tries failed on our side');
  await expectSound(page);
  await page.unroute('**/api/v1/auth/export', stub);
  await page.reload();
  await expect(part.getByRole('button', { name: 'Export my data' })).toBeEnabled();
});
