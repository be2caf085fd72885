// SPDX-License-Identifier: Apache-2.0

import type { Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { challengesAdminApi } from '../../contract/challenges-admin.ts';
import { expectSound } from '../support/e2e/accessible.ts';
import { startApp } from '../support/e2e/app.ts';
import { inDatabase } from '../support/e2e/database.ts';
import { send, signIn, uniqueName } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

const reason = 'Its stats are down';

/** Offers a challenge of the second game, as the dashboard does. */
async function offer(admin: Page): Promise<string> {
  const description = uniqueName('Erangel');
  const variant = { entryFeeGC: 100, rewardGC: 180, requiredPlacement: 10, requiredKills: 3 };
  await send(admin, challengesAdminApi.create, { game: 'pubg', description, challengeVariants: [variant] });
  return description;
}

test('an administrator closes one of two games for entries, players read why, and the other stays open', {
  tag: '@long',
}, async ({ browser }) => {
  const app = await startApp({ timeScale: 240, env: { SANDBOX_GAMES: 'pubg' } });
  try {
    const options = { baseURL: app.url, reducedMotion: 'reduce' } as const;
    const admin = await browser.newPage(options);
    await signIn(admin, { email: 'admin@finalring.test', to: '/dashboard/overview' });
    const description = await offer(admin);
    const page = await browser.newPage(options);
    await signIn(page);
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: description }) });
    await card.getByRole('button', { name: 'Enter Challenge' }).click();
    const entry = page.getByRole('dialog');
    await entry.getByRole('button', { name: /^Enter Challenge \(/ }).click();
    await entry.getByRole('checkbox').check();
    await entry.getByLabel('Platform', { exact: true }).selectOption('Steam');
    await entry.getByLabel('PUBG name').fill(uniqueName());

    const games = admin.getByRole('region', { name: 'Games' });
    const pubg = games.getByRole('listitem').filter({ has: admin.getByRole('heading', { name: 'PUBG' }) });
    await expect(pubg).toContainText(/ of [\d,]+ used/);
    await expect(pubg).toContainText('None waiting');
    await pubg.getByRole('button', { name: 'Close for entries: PUBG' }).click();
    const closing = admin.getByRole('dialog', { name: 'Close PUBG for entries' });
    await closing.getByRole('button', { name: 'Close for entries' }).click();
    await expect(closing).toContainText('Enter a short reason');
    await expect(closing.getByLabel('Reason')).toHaveAttribute('maxlength', '200');
    await closing.getByLabel('Reason').fill(reason);
    await expectSound(admin);
    await closing.getByRole('button', { name: 'Close for entries' }).click();
    await expect(admin.getByText('PUBG is closed for entries')).toBeVisible();
    await expect(pubg).toContainText(`Players read: ${reason}`);
    await expectSound(admin);
    await expect(games.getByRole('button', { name: 'Close for entries: Fortnite' })).toBeVisible();

    await entry.getByRole('button', { name: 'Enter Challenge', exact: true }).click();
    await expect(entry).toContainText('This game is closed for now');
    await expect(entry).toContainText(`“${reason}” No coins were taken.`);
    await entry.getByRole('button', { name: 'See what’s open' }).click();
    await page.reload();
    await expect(card).toContainText(`Closed for now: ${reason}`);
    await expect(card.getByRole('button', { name: 'Inactive' })).toBeDisabled();
    const open = page.getByRole('listitem').filter({ hasText: 'Survive the ring' });
    await expect(open.getByRole('button', { name: 'Enter Challenge' })).toBeEnabled();
    await expectSound(page);

    await admin.goto('/dashboard/challenges');
    await expect(admin.getByRole('row').filter({ hasText: description })).toContainText(
      `PUBG is closed for entries: ${reason}`,
    );
    await expectSound(admin);
    await admin.goto('/dashboard/overview');
    await pubg.getByRole('button', { name: 'Open for entries: PUBG' }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Open for entries' }).click();
    await expect(pubg).not.toContainText(reason);
    await page.reload();
    await expect(card.getByRole('button', { name: 'Enter Challenge' })).toBeEnabled();
    await admin.goto('/dashboard/audit-log');
    const entries = admin.getByRole('list', { name: 'Audit log, newest first' }).getByRole('listitem');
    await expect(entries.filter({ hasText: 'Game closed for new entries' })).toContainText(reason);
    await expect(entries.filter({ hasText: 'Game opened for new entries' })).toHaveCount(1);
  } finally {
    await app.stop();
  }
});

test('an administrator marks the account of one of two games as proven', {
  tag: '@long',
}, async ({ browser }) => {
  const app = await startApp({ timeScale: 240, env: { SANDBOX_GAMES: 'pubg' } });
  try {
    const options = { baseURL: app.url, reducedMotion: 'reduce' } as const;
    const page = await browser.newPage(options);
    const { email } = await signIn(page, { to: '/robots.txt' });
    const name = `steam/${uniqueName()}`;
    const userId = await inDatabase(app, async (tx) => {
      const { id } = await tx.one<{ id: string }>(sql`select id from players where email = ${email}`);
      await tx.run(sql`
        insert into game_accounts (game, key, player_id, name, bound_at) values
          ('fortnite', ${'d'.repeat(32)}, ${id}, 'Storm', now()),
          ('pubg', ${`steam/account.${'d'.repeat(32)}`}, ${id}, ${name}, now())`);
      return id;
    });
    const admin = await browser.newPage(options);
    await signIn(admin, { email: 'admin@finalring.test', to: `/dashboard/users/${userId}` });
    await admin.getByRole('button', { name: 'Prove game account' }).click();
    const question = admin.getByRole('dialog');
    await expect(question).toContainText('Mark Storm as theirs?');
    await question.getByLabel('Game', { exact: true }).selectOption('PUBG');
    await expect(question).toContainText(`Mark ${name} as theirs?`);
    await expect(question).toContainText('beside their signed-in PUBG account');
    await question.getByLabel('Reason').fill('Showed the code');
    await expectSound(admin);
    await question.getByRole('button', { name: 'Mark as theirs' }).click();
    await expect(admin.getByText('Proven by hand')).toHaveCount(1);
    await expect(admin.getByText('Not proven')).toHaveCount(1);
    await expectSound(admin);
    await admin.getByRole('button', { name: 'Prove game account' }).click();
    await question.getByLabel('Game', { exact: true }).selectOption('PUBG');
    await expect(question).toContainText(`Remove the proof that ${name} is theirs?`);
  } finally {
    await app.stop();
  }
});
