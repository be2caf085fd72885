// SPDX-License-Identifier: Apache-2.0

import { openDashboard } from '../support/e2e/admin.ts';
import { openGiveaway } from '../support/e2e/giveaways.ts';
import { signIn, stored, uniqueName } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

test('saving a name does not restore a role withdrawn meanwhile', { tag: '@long' }, async ({
  page,
  browser,
  app,
}) => {
  const elsewhere = await browser.newContext();
  const { email, name } = await signIn(await elsewhere.newPage(), { at: app.url });
  await elsewhere.close();
  await openDashboard(page, 'users');
  const headers = { authorization: `Bearer ${await stored(page, 'authToken')}` };
  const find = async () => {
    const found = await page.request.get(
      `/api/v1/super-admin/get-all-users?search=${encodeURIComponent(email)}`,
      { headers },
    );
    return [(await found.json()).data].flatMap((data) => data.list ?? data)[0];
  };
  const { _id } = await find();
  const setRole = async (role: string) => {
    const done = await page.request.put(`/api/v1/super-admin/update-user/${_id}`, {
      headers,
      data: { role },
    });
    expect(done.ok(), await done.text()).toBe(true);
  };
  await setRole('ADMIN');
  await page.goto(`/dashboard/users/${_id}`);
  await page.getByRole('button', { name: /^Edit/ }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Role')).toHaveValue('ADMIN');
  await setRole('USER');
  await dialog.getByLabel('Name').fill(`${name.slice(0, 10)} II`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  expect(await find()).toMatchObject({ name: `${name.slice(0, 10)} II`, role: 'USER' });
});

test('an outdated form saves only the changed fields, and reports a conflict', {
  tag: '@long',
}, async ({ page, app, problems }) => {
  problems.expect(/status of 409/);
  const title = uniqueName('Prize');
  const id = await openGiveaway(app, title);
  await openDashboard(page, 'giveaways');
  const headers = { authorization: `Bearer ${await stored(page, 'authToken')}` };
  /** A simultaneous change by another administrator. */
  const change = async (changed: object) => {
    const all = await page.request.get(`/api/v1/giveaways/all?search=${title}`, { headers });
    const [row] = (await all.json()).data;
    const { prizeType, prizeAmount, winnerCount, startDate, endDate, isActive } = row;
    const shown = { title, prizeType, prizeAmount, winnerCount, startDate, endDate, isActive };
    const done = await page.request.put(`/api/v1/giveaways/update/${id}`, {
      headers,
      data: { ...shown, ...changed },
    });
    expect(done.ok(), await done.text()).toBe(true);
  };
  const read = async () => {
    const all = await page.request.get(`/api/v1/giveaways/all?search=${title}`, { headers });
    return (await all.json()).data[0];
  };
  const row = page.getByRole('row').filter({ hasText: title });
  const dialog = page.getByRole('dialog');
  await row.getByRole('button', { name: /^Edit/ }).click();
  await change({ prizeAmount: 90 });
  await dialog.getByLabel('Winner Count').fill('3');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  expect(await read()).toMatchObject({ prizeAmount: 90, winnerCount: 3 });

  await row.getByRole('button', { name: /^Edit/ }).click();
  await change({ prizeAmount: 110, winnerCount: 3 });
  await dialog.getByLabel('Prize Amount').fill('100');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('prize amount is now 110')).toBeVisible();
  expect(await read()).toMatchObject({ prizeAmount: 110 });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  expect(await read()).toMatchObject({ prizeAmount: 100, winnerCount: 3 });
});

test('data reloaded while a form is open does not change what the form saves', { tag: '@long' }, async ({
  page,
  app,
}) => {
  await openDashboard(page, 'outgoing-webhooks');
  const headers = { authorization: `Bearer ${await stored(page, 'authToken')}` };
  const shown = { address: `${app.sandboxUrl}/webhooks/receive`, events: ['challenge.voided'] };
  const made = await page.request.post('/api/v1/outgoing-webhooks', {
    headers,
    data: { ...shown, description: 'Old bot' },
  });
  const { _id } = (await made.json()).data.endpoint;
  const read = async () => {
    const all = await page.request.get('/api/v1/outgoing-webhooks', { headers });
    return (await all.json()).data.find((one: { _id: string }) => one._id === _id);
  };
  await page.goto(`/dashboard/outgoing-webhooks/${_id}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { checked: false }).first().check();
  const done = await page.request.put(`/api/v1/outgoing-webhooks/${_id}`, {
    headers,
    data: { ...shown, description: 'New bot' },
  });
  expect(done.ok(), await done.text()).toBe(true);
  // The page behind the form refreshes every five seconds.
  await expect(page.locator('h2', { hasText: 'New bot' })).toBeAttached();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  expect(await read()).toMatchObject({ description: 'New bot' });
});
