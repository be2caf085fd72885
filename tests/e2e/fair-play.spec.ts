// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expectSound } from '../support/e2e/accessible.ts';
import { openDashboard } from '../support/e2e/admin.ts';
import { inDatabase } from '../support/e2e/database.ts';
import { failUntilPressed } from '../support/e2e/fail-until-pressed.ts';
import { signIn } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

test('an administrator reviews and dismisses a suspicious player, and all players are ranked', {
  tag: '@long',
}, async ({ page, app, browser, problems }) => {
  problems.expect(/status of 500|ERR_FAILED/);
  const elsewhere = await browser.newContext({ baseURL: app.url });
  const { name, email } = await signIn(await elsewhere.newPage(), { to: '/robots.txt' });
  await elsewhere.close();
  const text = 'Won 11 of 12; the stats at entry predict 1.5 (8.3 standard deviations fewer)';
  const signals = [
    { kind: 'win_rate', points: 60, text, hashes: [], others: [], attempts: [] },
    {
      kind: 'shared_network',
      points: 5,
      text: 'Recently signed in from the same network as 1 other player',
      hashes: ['0a1b2c3d'],
      others: ['00000000-0000-4000-8000-000000000001'],
      attempts: [],
    },
  ];
  await inDatabase(app, (tx) =>
    tx.run(sql`
      insert into fair_play_players (player_id, checked_at, finished, won, expected, winnings_gc, excess, shared_cards,
        shared_accounts, shared_networks, signals, score, open_since)
      select id, now(), 12, 11, 1.5, 1100, 8.3, 0, 0, 1, ${JSON.stringify(signals)}, 65, now()
      from players where email = ${email}
      on conflict (player_id) do update set signals = excluded.signals, score = 65, open_since = now()`),
  );

  const list = await failUntilPressed(page, '**/fair-play/players?**');
  await openDashboard(page, `fair-play?search=${name}`);
  await list.press();
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText(text);
  await expectSound(page);
  await page.getByRole('button', { name: `Look at ${name}` }).click();
  const seen = page.getByRole('dialog', { name });
  await expect(seen.getByText('Networks: 0a1b2c3d')).toBeVisible();
  await expect(seen.getByRole('link', { name: 'Open the player’s page' })).toBeVisible();
  await expectSound(page);
  await seen.getByRole('button', { name: 'Close' }).last().click();

  await page.getByRole('button', { name: `Dismiss ${name}` }).click();
  const question = page.getByRole('dialog', { name: `Dismiss this anomaly of ${name}?` });
  await question.getByRole('button', { name: 'Dismiss anomaly' }).click();
  await expect(question.getByText('Enter a short reason')).toBeVisible();
  await question.getByLabel('Reason').fill('Known from tournaments');
  await question.getByRole('button', { name: 'Dismiss anomaly' }).click();
  await expect(page.getByText('Nothing looks unusual')).toBeVisible();

  await page.getByRole('tab', { name: 'Players' }).click();
  await page.getByRole('searchbox', { name: 'Search players' }).fill(name);
  // The search starts a moment after the last letter.
  await page.waitForURL(new RegExp(`search=${name}`));
  await expect(row).toContainText('11 of 12');
  await expect(row).toContainText('Dismissed');
  await expectSound(page);
});
