// SPDX-License-Identifier: Apache-2.0

import { walletApi } from '../../contract/wallet.ts';
import { takeCoins } from '../support/e2e/database.ts';
import {
  ask,
  changePlayer,
  enterChallenge,
  expectBalance,
  playMatch,
  signIn,
  signInByHand,
  stored,
  submitEntry,
  uniqueName,
} from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

const ring = /Survive the ring/;

test('a player signs in, enters, plays and wins: the coins arrive once and the receipt proves it', async ({
  page,
  app,
}) => {
  await signInByHand(page);
  await expectBalance(page, 500);

  const epicId = uniqueName();
  await enterChallenge(page, { challenge: ring, condition: 'Finish Top 10 AND Kill 3 opponents', epicId });
  await expect(page.getByText('Challenge started successfully!')).toBeVisible();
  await expectBalance(page, 400);
  const card = page.getByRole('listitem', { includeHidden: true }).filter({ hasText: ring });
  await expect(card).toContainText('You can play one challenge at a time. Finish yours first.');
  await expect(card.getByRole('button', { name: 'Enter Challenge', includeHidden: true })).toBeDisabled();

  const attemptId = await stored(page, 'latestAttemptId');
  expect(attemptId).toMatch(/^[0-9a-f-]{36}$/);
  await page.getByRole('link', { name: 'Check Past Challenges' }).first().click();
  await page.waitForURL('**/past-challenges');
  await expect(
    page.getByText(/^Challenge (PENDING|IN PROGRESS) – don't forget to complete it!$/),
  ).toBeVisible();
  await expect(
    page.getByText(/^Your challenge is (still pending\. Start a match soon!|currently in progress\.)$/),
  ).toBeVisible();

  await playMatch(app, epicId, { placement: 4, kills: 5 });
  const result = page.getByRole('dialog', { name: 'Challenge Status' }).or(page.getByRole('dialog'));
  await expect(
    result.getByText(/Congratulations! You won your last challenge "Survive the ring.*" and earned 180 GC!/),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expectBalance(page, 580);
  await expect(page.getByText(/don't forget to complete it!/)).toBeHidden();
  expect(await stored(page, 'latestAttemptId')).toBeNull();
  expect(await stored(page, 'lastModalShownForAttempt')).toBe(attemptId);

  await page.reload();
  await expect(page.getByRole('row').filter({ hasText: 'SUCCESS' })).toContainText('Top 10 + 3 Kills');
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.getByRole('button', { name: /^Why\?/ }).click();
  const receipt = page.getByRole('dialog');
  await expect(receipt).toContainText('+1');
  await expect(receipt).toContainText('+5');
  await expect(receipt).toContainText(/your browser.*same|agrees|Re-checked/i);

  await page.goto('/transactions');
  for (const amount of ['500', '100', '180']) await expect(page.getByRole('tabpanel')).toContainText(amount);
  const { summary, history } = await ask(page, walletApi.history);
  const parts = Object.values(summary.breakdown);
  expect(parts.reduce((sum, part) => sum + part, 0)).toBe(580);
  expect(summary.netBalance).toBe(580);
  expect(history.filter(({ type }) => type === 'xpAward')).toHaveLength(1);
});

test('a match that misses the conditions is confirmed and lost', { tag: '@long' }, async ({ page, app }) => {
  await signIn(page);
  await expectBalance(page, 500);
  const epicId = uniqueName();
  await enterChallenge(page, { challenge: ring, epicId });
  await playMatch(app, epicId, { placement: 60, kills: 0 });
  await expect(page.getByRole('dialog')).toContainText(/better luck next time/i);
  await expect(page.getByRole('dialog')).toContainText(/Top \d+: missed.*Kills 0 of \d+: missed/);
  await page.keyboard.press('Escape');
  await expectBalance(page, 400);
  // The next attempt is one press away on the same page.
  await enterChallenge(page, { challenge: ring, epicId });
  await expectBalance(page, 300);
  await page.goto('/past-challenges');
  await expect(page.getByRole('row').filter({ hasText: 'FAILED' })).toBeVisible();
  const details = page.getByRole('region', { name: 'Performance Details' });
  await expect(details).toContainText(/Required placement.*Required kills.*Your kills.*Wins.*Matches played/);
  await expect(details).toContainText(/Missed: kills 0 of \d+, not in the top \d+/);
});

test('refused entries cost nothing, stay in place and say what to do', async ({ page, app, problems }) => {
  problems.expect(/status of 422/);
  await signIn(page);
  await expectBalance(page, 500);
  const epicId = uniqueName();
  await changePlayer(app, epicId, { public: false });
  await submitEntry(page, { challenge: ring, epicId });
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('aren’t public');
  await expect(dialog).toContainText('No coins were taken');
  await dialog.getByLabel('Epic ID').fill(uniqueName('missing'));
  await dialog.getByRole('button', { name: 'Enter Challenge', exact: true }).click();
  await expect(dialog).toContainText('We found no Epic account called');

  await changePlayer(app, epicId, { public: true });
  await dialog.getByLabel('Epic ID').fill(epicId);
  await dialog.getByRole('button', { name: 'Enter Challenge', exact: true }).click();
  await expect(dialog).toContainText('Challenge started!');
  await expectBalance(page, 400);
});

test('an entry requires accepted terms and an Epic ID', async ({ page }) => {
  await signIn(page);
  await page.getByRole('button', { name: 'Enter Challenge' }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('radio').first()).toBeChecked();
  await dialog.getByRole('button', { name: /^Enter Challenge \(/ }).click();
  await expect(dialog.getByLabel('Epic ID')).toBeHidden();
  await expect(dialog).toContainText('Start your match within 5 minutes. One that starts within 40 minutes');
  await dialog.getByRole('button', { name: 'Enter Challenge', exact: true }).click();
  await expect(dialog).toContainText('Please accept the terms and conditions');
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Enter Challenge', exact: true }).click();
  await expect(dialog).toContainText('Please enter your Epic ID');
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expect(dialog.getByRole('radio').first()).toBeChecked();
});

test('missing coins are reported before anything is sent, with a link to buy more', async ({ page, app }) => {
  const { email } = await signIn(page);
  await expectBalance(page, 500);
  await takeCoins(app, email, 450);
  await page.reload();
  await expectBalance(page, 50);
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: ring }) });
  await card.getByRole('button', { name: 'Enter Challenge' }).click();
  await expect(page.getByRole('dialog')).toContainText('Buy Coins Now');
});
