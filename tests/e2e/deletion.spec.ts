import { accountsApi } from '../../contract/accounts.ts';
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

test('an account is deleted after being asked twice; the same identity then starts anew, without the bonus', async ({
  page,
  browser,
  app,
}) => {
  const { email, name } = await signIn(page);
  await expectBalance(page, 500);
  const before = await ask(page, accountsApi.getProfile);
  await page.goto('/profile');
  const dialog = await openDeletion(page);
  await expect(dialog).toContainText('Your coins are lost');
  await expect(dialog).toContainText('500');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await openDeletion(page);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog).toContainText(email);
  await expect(dialog.getByRole('button', { name: 'Delete for good' })).toBeDisabled();
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE');
  await page.keyboard.press('Enter');

  await expect(page.getByText('Your account is deleted.')).toBeVisible();
  for (const key of ['authToken', 'cart']) expect(await stored(page, key)).toBeNull();

  await page.getByRole('link', { name: 'Continue With Gmail' }).click();
  await passProvider(page, { email, name });
  await page.waitForURL('**/home');
  const after = await ask(page, accountsApi.getProfile);
  expect(after).toMatchObject({ name, email, gamerCoins: 0, xp: 0 });
  expect(after._id).not.toBe(before._id);
  // Anyone who is new is paid within moments: by the time of another player's bonus this one's would be there.
  const guest = await browser.newPage({ baseURL: app.url });
  await signIn(guest);
  await expectBalance(guest, 500);
  await guest.close();
  expect((await ask(page, accountsApi.getProfile)).gamerCoins).toBe(0);
});

test('an account with a running challenge stays, and says why', async ({ page, problems }) => {
  problems.expect(/status of 409/);
  await signIn(page);
  await expectBalance(page, 500);
  await enterChallenge(page, { challenge: /Survive the ring/, epicId: uniqueName() });
  await page.goto('/profile');
  await deleteAccount(page);
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('You have a challenge running');
  expect(await stored(page, 'authToken')).not.toBeNull();
});
