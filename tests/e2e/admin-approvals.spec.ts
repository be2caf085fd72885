// SPDX-License-Identifier: Apache-2.0

import type { Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { expectSound } from '../support/e2e/accessible.ts';
import { openDashboard } from '../support/e2e/admin.ts';
import { startApp } from '../support/e2e/app.ts';
import { inDatabase } from '../support/e2e/database.ts';
import { signIn } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

async function adjust(page: Page, { email }: { email: string }, coins: string): Promise<void> {
  await page.goto(`/dashboard/users?search=${encodeURIComponent(email)}`);
  await page.getByRole('button', { name: /^Edit / }).click();
  const form = page.getByRole('dialog', { name: 'Edit User' });
  await form.getByLabel('Gamer Coins', { exact: true }).fill(coins);
  await form.getByLabel(/^Reason for/).fill('The final of the season');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('This waits for approval')).toBeVisible();
  await expect(form).toBeHidden();
}

test('a large change waits for another administrator, and its requester can withdraw it', {
  tag: '@long',
}, async ({ browser }) => {
  const app = await startApp({ env: { APPROVALS: 'on', APPROVAL_ADJUSTMENT_GC: '1000' } });
  const open = async () =>
    (await browser.newContext({ baseURL: app.url, reducedMotion: 'reduce' })).newPage();
  try {
    const [boss, second] = [await open(), await open()];
    const player = await signIn(await open());
    const { email } = await signIn(second, { to: '/robots.txt' });
    await inDatabase(app, (tx) =>
      tx.run(sql`
        update players set role = 'SUPER_ADMIN', role_since = now() - interval '30 days' where email = ${email}`),
    );
    await openDashboard(boss, 'approvals');
    await expect(boss.getByText('Nothing to approve')).toBeVisible();
    await expectSound(boss);
    await adjust(boss, player, '5000');

    await second.goto('/dashboard/approvals');
    const tabs = second.getByRole('navigation', { name: 'Dashboard' });
    await expect(tabs.getByRole('link', { name: 'Approvals' })).toContainText('1 waiting, 1 for you');
    const waiting = second.getByRole('list', { name: 'Waiting, soonest to expire first' });
    await expect(waiting.getByRole('listitem')).toContainText('limit 1,000 GC');
    await expectSound(second);
    await second.getByRole('button', { name: 'Approve: Adjust the coins of a user' }).focus();
    await second.keyboard.press('Enter');
    const question = second.getByRole('dialog', { name: 'Approve this change?' });
    await expectSound(second);
    await question.getByRole('button', { name: 'Approve' }).click();
    await expect(second.getByText('Approved and carried out')).toBeVisible();
    await expect(second.getByText('Nothing to approve')).toBeVisible();
    await second.getByRole('button', { name: 'Decided' }).click();
    const decided = second.getByRole('list', { name: 'Decided, newest first' });
    await expect(decided.getByRole('listitem')).toContainText('Carried out');
    await expectSound(second);

    await adjust(boss, player, '7000');
    await boss.getByRole('link', { name: 'Approvals' }).click();
    await expect(boss.getByText('You asked for this yourself')).toBeVisible();
    await expectSound(boss);
    await boss.getByRole('button', { name: 'Withdraw: Adjust the coins of a user' }).click();
    const withdrawal = boss.getByRole('dialog', { name: 'Withdraw this change?' });
    await withdrawal.getByRole('button', { name: 'Withdraw' }).click();
    await expect(withdrawal).toContainText('Enter a short reason');
    await withdrawal.getByLabel('Reason').fill('A zero too many');
    await withdrawal.getByRole('button', { name: 'Withdraw' }).click();
    await expect(boss.getByText('Nothing to approve')).toBeVisible();
  } finally {
    await app.stop();
  }
});

test('a page of approvals whose requests were all decided leads back to the remaining requests', {
  tag: '@long',
}, async ({ page, app }) => {
  await openDashboard(page, 'approvals');
  const askedFor = (count: number) =>
    inDatabase(app, (tx) =>
      tx.run(sql`
        insert into approvals (operation, permission, actor_id, kind, title, subject, coins, coins_limit, input,
          input_hash, asked_at, expires_at)
        select 'test', 'users:adjust-coins', p.id, 'adjustment', 'Change ' || n, 'user:' || p.id, 5, 1, '{}',
          sha256(n::text::bytea), now(), now() + interval '1 day' + n * interval '1 minute'
        from generate_series(1, ${count}) n, players p where p.email = 'admin@finalring.test'`),
    );
  const end = (title: string) =>
    inDatabase(app, (tx) =>
      tx.run(sql`delete from approvals where operation = 'test' and title like ${title}`),
    );
  await askedFor(26);
  try {
    await page.goto('/dashboard/approvals?page=2');
    await expect(page.getByRole('heading', { name: 'Change 26' })).toBeVisible();
    await end('Change 26');
    await page.reload();
    await expect(page.getByText('This page is empty')).toBeVisible();
    await expect(page.getByText('Nothing to approve')).toBeHidden();
    await page.getByRole('button', { name: 'Go back' }).click();
    await expect(page.getByRole('heading', { name: 'Change 25' })).toBeVisible();
  } finally {
    await end('%');
  }
});

test("the overview shows today's coin limits, and an administrator requests a raise", {
  tag: '@long',
}, async ({ browser }) => {
  const app = await startApp({ env: { APPROVALS: 'on', COIN_LIMITS: 'on', COIN_LIMIT_REWARDS_GC: '100' } });
  try {
    const page = await browser.newPage({ baseURL: app.url, reducedMotion: 'reduce' });
    await openDashboard(page, 'overview');
    const limits = page.getByRole('region', { name: 'Coins made today' });
    await expect(limits.getByRole('listitem')).toHaveCount(5);
    await expect(limits.getByRole('listitem').filter({ hasText: 'Adjustments' })).toContainText(
      'Yours: 200,000',
    );
    await expectSound(page);
    await limits.getByRole('button', { name: 'Raise Rewards' }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('button', { name: 'Ask for approval' }).click();
    await expect(form).toContainText('Reason is required');
    await form.getByLabel('Extra coins').fill('500');
    await form.getByLabel('Reason').fill('The finals');
    await expectSound(page);
    await form.getByRole('button', { name: 'Ask for approval' }).click();
    await expect(page.getByText('This waits for approval')).toBeVisible();
    await expect(form).toBeHidden();
  } finally {
    await app.stop();
  }
});
