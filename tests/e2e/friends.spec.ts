// SPDX-License-Identifier: Apache-2.0

import { accountsApi } from '../../contract/accounts.ts';
import { friendsApi } from '../../contract/friends.ts';
import { expectSound } from '../support/e2e/accessible.ts';
import { ask, send, signIn } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

test('two players become friends by a link, share a leaderboard, end it, block and unblock', {
  tag: '@long',
}, async ({ page, browser, app }) => {
  await signIn(page, { to: '/profile?tab=friends' });
  const mine = (await ask(page, accountsApi.getProfile)).inPublic.handle;
  await expect(page.getByText('No friends yet')).toBeVisible();
  await page.getByRole('textbox', { name: 'Gamertag of a friend' }).fill('Nobody-At-All');
  await page.getByRole('button', { name: 'Create friend link' }).click();
  const link = await page.getByRole('textbox', { name: 'Friend link' }).inputValue();
  await expectSound(page);

  const elsewhere = await browser.newContext({ baseURL: app.url });
  const other = await elsewhere.newPage();
  await signIn(other, { to: new URL(link).pathname + new URL(link).search });
  const theirs = (await ask(other, accountsApi.getProfile)).inPublic.handle;
  await expect(other.getByRole('region', { name: 'Invitation' })).toContainText(mine);
  await other.getByRole('button', { name: 'Become friends' }).click();
  await expect(other.getByRole('list', { name: 'Friends' })).toContainText(mine);

  await page.reload();
  await expect(page.getByRole('list', { name: 'Friends' })).toContainText(theirs);
  await page.getByRole('link', { name: 'Their board' }).click();
  await expect(page.getByRole('button', { name: 'Friends' })).toHaveAttribute('aria-pressed', 'true');
  await page.goBack();
  await page.getByRole('button', { name: `Remove ${theirs}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('No friends yet')).toBeVisible();

  await send(other, friendsApi.ask, { handle: mine });
  await elsewhere.close();
  await page.getByRole('button', { name: `Block ${theirs}` }).click();
  const blocked = page.getByRole('region', { name: 'Blocked players' });
  await expect(blocked.getByRole('list')).toContainText(theirs);
  await blocked.getByRole('button', { name: `Unblock ${theirs}` }).click();
  await expect(blocked.getByText('Nobody is blocked')).toBeVisible();
});
