// SPDX-License-Identifier: Apache-2.0

import { expectSound } from '../support/e2e/accessible.ts';
import { forgetFailedLookUps } from '../support/e2e/database.ts';
import { changePlayer, expectBalance, playMatch, signIn, uniqueName } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

test('a new player checks the Epic ID by keyboard, corrects it and enters', {
  tag: '@long',
}, async ({ page, app, problems }) => {
  problems.expect(/status of 422/);
  await forgetFailedLookUps(app);
  await signIn(page);
  const cockpit = page.getByRole('region', { name: 'Where you stand' });
  await expect(cockpit.getByRole('heading', { name: 'Get ready' })).toBeVisible();
  const height = async () => (await cockpit.boundingBox())?.height;
  const before = await height();
  // The name comes first, even if it isn't due yet.
  await expect(cockpit.getByRole('listitem').first()).toContainText('Pick your gamertag');
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
  await expect(mend).toContainText('Turn on "Show on career leaderboard".');
  await expectSound(page);
  await changePlayer(app, epicId, { public: true });
  await mend.getByRole('button', { name: 'Check again' }).press('Enter');
  const done = page.getByRole('dialog', { name: 'You’re ready' });
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
  await expect(entry).toContainText('Turn on "Show on career leaderboard".');
  await changePlayer(app, epicId, { public: true });
  await entry.getByRole('button', { name: 'Enter Challenge', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Challenge Status' })).toBeVisible();
  await forgetFailedLookUps(app);
});

test('a new player picks a gamertag first, with the name at Discord filled in', async ({ page }) => {
  const name = uniqueName('Nelly');
  await signIn(page, { provider: 'Discord', name });
  const cockpit = page.getByRole('region', { name: 'Where you stand' });
  await cockpit.getByRole('button', { name: 'Pick my gamertag' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Pick your gamertag' });
  await expect(dialog.getByLabel('Gamertag')).toHaveValue(name);
  await expect(dialog.getByRole('status')).toContainText(`${name} is free`);
  await expectSound(page);
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(cockpit.getByRole('listitem').first()).toContainText(`You are ${name}`);
  await expect(cockpit.getByRole('button', { name: 'Check my Epic ID' })).toBeVisible();
  await expect(cockpit.getByRole('button', { name: 'Pick my gamertag' })).toBeHidden();
});

test('a skipped "Get ready" stays hidden in this browser', { tag: '@long' }, async ({ page }) => {
  await signIn(page);
  const cockpit = page.getByRole('region', { name: 'Where you stand' });
  await cockpit.getByRole('button', { name: 'Skip' }).click();
  await expect(cockpit.getByRole('heading', { name: 'Next up' })).toBeVisible();
  await page.reload();
  await expect(cockpit.getByRole('heading', { name: 'Next up' })).toBeVisible();
});

test('a new player practices once without coins, and sees the potential reward', {
  tag: '@long',
}, async ({ page, app }) => {
  await forgetFailedLookUps(app);
  await signIn(page);
  await expectBalance(page, 500);
  const cockpit = page.getByRole('region', { name: 'Where you stand' });
  const epicId = uniqueName();
  await cockpit.getByRole('button', { name: 'Check my Epic ID' }).click();
  await page.getByRole('dialog').getByLabel('Epic ID').fill(epicId);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Done' }).click();

  await cockpit.getByRole('button', { name: 'Practise' }).press('Enter');
  const choice = page.getByRole('dialog', { name: 'Practise once' });
  await choice
    .getByLabel('Challenge', { exact: true })
    .selectOption('Survive the ring: reach the last ten of one Solo match');
  await choice.getByRole('radio', { name: 'Finish Top 10 AND Kill 3 opponents' }).check();
  await expectSound(page);
  await choice.getByRole('button', { name: 'Continue' }).click();
  const terms = page.getByRole('dialog', { name: 'How practice works' });
  await expect(terms.getByLabel('Epic ID')).toHaveValue(epicId);
  await expectSound(page);
  await terms.getByRole('button', { name: 'Start practice' }).click();
  await expect(page.getByRole('dialog', { name: 'Practice started' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(cockpit.getByText('PRACTICE', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Practice PENDING/ })).toBeVisible();
  await expectBalance(page, 500);

  await playMatch(app, epicId, { placement: 4, kills: 5 });
  const result = page.getByRole('dialog', { name: 'Practice won' });
  await expect(result).toContainText('A real challenge would have paid 180 GC and XP.');
  await expect(result.getByText('PRACTICE', { exact: true })).toBeVisible();
  await expect(result.getByRole('button', { name: 'Share' })).toBeHidden();
  await expectSound(page);
  await result.getByRole('link', { name: 'See why' }).click();
  const receipt = page.getByRole('dialog', { name: 'Receipt' });
  await expect(receipt).toContainText('same result.');
  await expect(receipt.getByText('PRACTICE', { exact: true })).toBeVisible();
  await expect(receipt.getByRole('region', { name: 'Share this receipt' })).toBeHidden();
  await page.keyboard.press('Escape');
  const row = page.getByRole('row').filter({ hasText: 'SUCCESS' });
  await expect(row).toContainText('PRACTICE');
  await expect(row.getByRole('button', { name: /^Share/ })).toBeHidden();
  await expectBalance(page, 500);
  await page.goto('/home');
  await expect(cockpit.getByRole('heading', { name: 'Next up' })).toBeVisible();
});
