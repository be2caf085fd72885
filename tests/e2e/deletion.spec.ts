// SPDX-License-Identifier: Apache-2.0

import { accountsApi } from '../../contract/accounts.ts';
import { expectSound } from '../support/e2e/accessible.ts';
import { deleteAccount, openDeletion } from '../support/e2e/deletion.ts';
import {
  ask,
  enterChallenge,
  expectBalance,
  passProvider,
  signIn,
  stored,
  uniqueName,
} from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

test('deleting an account asks twice, and signing in again offers to keep it', { tag: '@long' }, async ({
  page,
  problems,
}) => {
  problems.expect(/status of 409/);
  const { email, name } = await signIn(page);
  await expectBalance(page, 500);
  const before = await ask(page, accountsApi.getProfile);
  await page.goto('/profile?tab=settings');
  const dialog = await openDeletion(page);
  await expect(dialog).toContainText('we erase it after 14 days');
  await expect(dialog).toContainText('Your coins are lost');
  await expect(dialog).toContainText('500');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await openDeletion(page);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog).toContainText(email);
  await expect(dialog.getByRole('button', { name: 'Delete my account' })).toBeDisabled();
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE');
  await page.keyboard.press('Enter');

  await expect(page.getByText('Your account is deleted.')).toBeVisible();
  for (const key of ['authToken', 'cart']) expect(await stored(page, key)).toBeNull();

  const signInAgain = async () => {
    await page.getByRole('link', { name: 'Continue With Gmail' }).click();
    await passProvider(page, { email, name });
    await expect(
      page.getByRole('heading', { name: /^Your account will be erased on \w+ \d+, \d{4}$/ }),
    ).toBeVisible();
  };
  await signInAgain();
  await expectSound(page);
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  expect(await stored(page, 'authToken')).toBeNull();
  await signInAgain();
  await page.getByRole('button', { name: 'Keep my account' }).click();
  await page.waitForURL('**/home');
  await expectBalance(page, 500);
  expect((await ask(page, accountsApi.getProfile))._id).toBe(before._id);
});

test('an account with a running challenge cannot be deleted, and the dialog says why', {
  tag: '@long',
}, async ({ page, problems }) => {
  problems.expect(/status of 409/);
  await signIn(page);
  await expectBalance(page, 500);
  await enterChallenge(page, { challenge: /Survive the ring/, epicId: uniqueName() });
  await page.goto('/profile?tab=settings');
  await deleteAccount(page);
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('You have a challenge running');
  expect(await stored(page, 'authToken')).not.toBeNull();
});
