import { expectSound } from '../support/e2e/accessible.ts';
import { forgetFailedLookUps } from '../support/e2e/database.ts';
import { changePlayer, signIn, uniqueName } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

test('a new player checks the Epic ID by keyboard, mends what is wrong, and enters with it', async ({
  page,
  app,
  problems,
}) => {
  problems.expect(/status of 422/);
  await forgetFailedLookUps(app);
  await signIn(page);
  const cockpit = page.getByRole('region', { name: 'Where you stand' });
  await expect(cockpit.getByRole('heading', { name: 'Get ready' })).toBeVisible();
  const height = async () => (await cockpit.boundingBox())?.height;
  const before = await height();
  await cockpit.getByRole('button', { name: 'Check my Epic ID' }).press('Enter');

  const dialog = page.getByRole('dialog', { name: 'Your Epic ID' });
  await dialog.getByLabel('Epic ID').press('Enter');
  await expect(dialog).toContainText('Please enter your Epic ID');
  await dialog.getByLabel('Epic ID').fill(uniqueName('missing'));
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('Epic ID not found');
  await expectSound(page);

  const epicId = uniqueName('private');
  await dialog.getByLabel('Epic ID').fill(epicId);
  await page.keyboard.press('Enter');
  const mend = page.getByRole('dialog', { name: 'Make your stats public' });
  await expect(mend).toContainText('Turn "Show on career leaderboard" on.');
  await expectSound(page);
  await changePlayer(app, epicId, { public: true });
  await mend.getByRole('button', { name: 'Check again' }).press('Enter');
  const done = page.getByRole('dialog', { name: 'You are ready' });
  await expect(done).toContainText(`The Epic ID ${epicId} exists.`);
  await done.getByRole('button', { name: 'Done' }).press('Enter');
  await expect(cockpit).toContainText(`${epicId} was found`);
  expect(await height()).toBe(before);
  await expectSound(page);

  await page.getByRole('button', { name: 'Enter Challenge' }).first().click();
  const entry = page.getByRole('dialog');
  await entry.getByRole('button', { name: /^Enter Challenge \(/ }).click();
  await entry.getByRole('checkbox').check();
  await expect(entry.getByLabel('Epic ID')).toHaveValue(epicId);
  await changePlayer(app, epicId, { public: false });
  await entry.getByRole('button', { name: 'Enter Challenge', exact: true }).click();
  await entry.getByText('Show me where to click').click();
  await expect(entry).toContainText('Turn "Show on career leaderboard" on.');
  await changePlayer(app, epicId, { public: true });
  await entry.getByRole('button', { name: 'Enter Challenge', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Challenge Status' })).toBeVisible();
  await forgetFailedLookUps(app);
});

test('skipped, it stays away in this browser, as high as before', async ({ page }) => {
  await signIn(page);
  const cockpit = page.getByRole('region', { name: 'Where you stand' });
  await cockpit.getByRole('button', { name: 'Skip' }).click();
  await expect(cockpit.getByRole('heading', { name: 'Next up' })).toBeVisible();
  await page.reload();
  await expect(cockpit.getByRole('heading', { name: 'Next up' })).toBeVisible();
});
