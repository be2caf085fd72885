// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { expectSound } from '../support/e2e/accessible.ts';
import { openDashboard } from '../support/e2e/admin.ts';
import type { RunningApp } from '../support/e2e/app.ts';
import { inDatabase, withDatabase } from '../support/e2e/database.ts';
import { failUntilPressed } from '../support/e2e/fail-until-pressed.ts';
import { signIn } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const said = (page: Page, message: string) => expect(page.getByText(message, { exact: true })).toBeVisible();

interface Person {
  name: string;
  email: string;
}

/** Players of this test only. */
async function people(browser: Browser, app: RunningApp, count: number): Promise<Person[]> {
  const elsewhere = await browser.newContext({ baseURL: app.url });
  const found: Person[] = [];
  for (let made = 0; made < count; made += 1) found.push(await signIn(await elsewhere.newPage()));
  await elsewhere.close();
  return found;
}

/** A referral that waits for a decision. */
function hold(app: RunningApp, referrer: Person, invitee: Person): Promise<number> {
  return inDatabase(app, (tx) =>
    tx.run(sql`
      insert into referrals
        (invitee_id, referrer_id, signed_up_at, is_same_network, status, hold_reasons, finished_at)
      select invitee.id, referrer.id, now() - interval '2 days', true, 'in_review',
        '{same_network,too_many_in_month}', now()
      from players invitee, players referrer
      where invitee.email = ${invitee.email} and referrer.email = ${referrer.email}`),
  );
}

async function getStatus(app: RunningApp, invitee: Person): Promise<string | undefined> {
  const found = await withDatabase(app, (db) =>
    db.row<{ status: string }>(sql`
      select r.status from referrals r join players p on p.id = r.invitee_id where p.email = ${invitee.email}`),
  );
  return found?.status;
}

test('an administrator counts or rejects held referrals with a reason', { tag: '@long' }, async ({
  page,
  browser,
  app,
  problems,
}) => {
  problems.expect(/status of 409/);
  const [referrer, good, bad, late] = (await people(browser, app, 4)) as [Person, Person, Person, Person];
  for (const invitee of [good, bad, late]) await hold(app, referrer, invitee);
  await openDashboard(page, 'referrals');
  await expect(row(page, good.name)).toContainText('Both signed in from the same network within a day');
  await expect(row(page, good.name)).toContainText('The referrer was already paid for 20 in 30 days');
  await expect(row(page, good.name)).toContainText(referrer.name);
  await expectSound(page);
  await page.getByRole('searchbox', { name: 'Search referrals' }).fill(bad.name.toUpperCase());
  await expect(row(page, good.name)).toHaveCount(0);
  await expect(row(page, bad.name)).toBeVisible();
  await page.getByRole('button', { name: 'Clear the search' }).click();

  await page.getByRole('button', { name: `Count ${good.name}`, exact: true }).click();
  const count = page.getByRole('dialog', { name: 'Count this referral?' });
  await expect(count).toContainText(`${referrer.name} gets 1 referral token`);
  await count.getByRole('button', { name: 'Count' }).click();
  await expect(count.getByText('Enter a short reason')).toBeVisible();
  expect(await getStatus(app, good)).toBe('in_review');
  await count.getByLabel('Reason').fill('Two friends in one household');
  await count.getByRole('button', { name: 'Count' }).click();
  await said(page, 'Referral counted');
  await expect(count).toBeHidden();
  await expect(row(page, good.name)).toHaveCount(0);
  expect(await getStatus(app, good)).toBe('qualified');

  await page.getByRole('button', { name: `Do not count ${bad.name}` }).click();
  const refuse = page.getByRole('dialog', { name: 'Reject this referral?' });
  await refuse.getByLabel('Reason').fill('One person');
  await refuse.getByRole('button', { name: 'Do not count' }).click();
  await said(page, 'Referral not counted');
  await expect(refuse).toBeHidden();
  await expect(row(page, bad.name)).toHaveCount(0);
  expect(await getStatus(app, bad)).toBe('not_counted');

  await page.getByRole('button', { name: `Count ${late.name}`, exact: true }).click();
  await inDatabase(app, (tx) =>
    tx.run(sql`
      update referrals set status = 'not_counted'
      where invitee_id = (select id from players where email = ${late.email})`),
  );
  await count.getByLabel('Reason').fill('Too late');
  await count.getByRole('button', { name: 'Count' }).click();
  await expect(count.getByRole('alert')).toContainText('no longer needs a decision');
  await count.getByRole('button', { name: 'Cancel' }).click();
  await expect(row(page, late.name)).toHaveCount(0);
});

test('the list of the oldest held referrals says when there are more', { tag: '@long' }, async ({ page }) => {
  const person = (name: string) => ({ playerId: randomUUID(), name, handle: name });
  const at = '2026-11-20T10:00:00.000Z';
  const held = (count: number) =>
    Array.from({ length: count }, (_, place) => ({
      _id: randomUUID(),
      referrer: person('Referrer'),
      invitee: person(`Invitee ${place}`),
      signedUpAt: at,
      finishedAt: at,
      reasons: ['same_network'],
    }));
  let waiting = 200;
  await page.route('**/referrals/held', (route) =>
    route.fulfill({ json: { message: 'OK', data: held(waiting) } }),
  );
  await openDashboard(page, 'referrals');
  const more = page.getByText('Showing the 200 oldest');
  await expect(more).toBeVisible();
  waiting = 199;
  await page.reload();
  await expect(page.getByText('1–25 of 199 referrals')).toBeVisible();
  await expect(more).toBeHidden();
});

test('the referral list shows when it is empty or fails', { tag: '@long' }, async ({ page, problems }) => {
  problems.expect(/status of 500/);
  const list = await failUntilPressed(page, '**/referrals/held', {
    fail: (route) =>
      route.fulfill({ status: 500, json: { message: 'Something went wrong', code: 'internal' } }),
    answer: (route) => route.fulfill({ json: { message: 'OK', data: [] } }),
  });
  await openDashboard(page, 'referrals');
  await expect(page.getByRole('alert').filter({ hasText: 'Something went wrong' })).toBeVisible();
  await list.press();
  await expect(page.getByRole('heading', { name: 'No referrals to decide' })).toBeVisible();
});
