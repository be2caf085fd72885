// SPDX-License-Identifier: Apache-2.0

import { type Attempt, challengesApi } from '../../contract/challenges.ts';
import { disputesApi } from '../../contract/disputes.ts';
import { expectSound } from '../support/e2e/accessible.ts';
import { openDashboard } from '../support/e2e/admin.ts';
import { failUntilPressed } from '../support/e2e/fail-until-pressed.ts';
import { ask, playMatch, send, signIn, uniqueName } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';
import { patient } from '../support/patience.ts';

test('a player disputes a lost result, which is ruled as won beside its receipt', {
  tag: '@long',
}, async ({ page, app, browser, problems }) => {
  problems.expect(/status of 500|ERR_FAILED/);
  const epicId = uniqueName();
  const { name } = await signIn(page, { to: '/robots.txt' });
  const open = (await ask(page, challengesApi.getAll)).find(({ isActive }) => isActive);
  const variant = open?.challengeVariants[0];
  const { attemptId } = await send(page, challengesApi.start, {
    epicId,
    challengeId: open?._id,
    challengeType: variant?.challengeType,
  });
  await playMatch(app, epicId, { placement: 80, kills: 0 });
  const getAttempt = async () => ((await ask(page, challengesApi.myAttempts)) as Attempt[])[0];
  await expect.poll(async () => (await getAttempt())?.status, { timeout: patient(60_000) }).toBe('FAILED');

  const path = `**${disputesApi.state.path.replace(':id', attemptId)}`;
  const state = await failUntilPressed(page, path);
  await page.goto(`/past-challenges?receipt=${attemptId}`);
  const receipt = page.getByRole('dialog', { name: 'Receipt' });
  await expect(receipt.getByText('We couldn’t check whether you can dispute this result.')).toBeVisible();
  await state.press(receipt.getByRole('button', { name: 'Try again' }));
  await receipt.getByRole('button', { name: 'Dispute result' }).click();
  const dialog = page.getByRole('dialog', { name: 'Dispute this result' });
  await dialog.getByRole('button', { name: 'Send dispute' }).click();
  await expect(dialog.getByText('Tell us briefly what’s wrong')).toBeVisible();
  const words = `${name} won this match, look at the recording.`;
  await dialog.getByLabel('What is wrong?').fill(words);
  await dialog.getByLabel(/^Link/).fill('javascript:alert(1)');
  await expect(dialog.getByText('Use an address that anyone can open: https://...')).toBeVisible();
  await expectSound(page);
  await dialog.getByLabel(/^Link/).fill('https://videos.org/watch?v=1');
  await dialog.getByRole('button', { name: 'Send dispute' }).click();
  await expect(receipt.getByText('In review')).toBeVisible();
  await expect(receipt.getByText(words)).toBeVisible();
  await expectSound(page);

  const elsewhere = await browser.newContext({ baseURL: app.url });
  const admin = await elsewhere.newPage();
  await openDashboard(admin, `disputes?search=${name}`);
  await expect(admin.getByRole('link', { name: /^Disputes \d+ waiting/ })).toBeVisible();
  await expect(admin.getByRole('row').filter({ hasText: name })).toContainText(/\d+ h \d+ min left|3 d/);
  await expectSound(admin);
  // On tablets, cells that don't fit their column show a hint.
  await admin.setViewportSize({ width: 768, height: 1024 });
  const challenge = admin
    .getByRole('row')
    .filter({ hasText: name })
    .getByText(/^Survive the ring/);
  await expect(challenge).toHaveCSS('text-overflow', 'ellipsis');
  await admin.setViewportSize({ width: 1440, height: 900 });
  await admin.getByRole('button', { name: `Review and decide: dispute of ${name}` }).click();
  const decision = admin.getByRole('dialog', { name: `Dispute of ${name}` });
  await expect(decision.getByText(words)).toBeVisible();
  await expect(decision.getByRole('link', { name: 'https://videos.org/watch?v=1' })).toHaveAttribute(
    'rel',
    'noopener noreferrer nofollow',
  );
  await expect(decision.getByText('Lost: here’s why')).toBeVisible();
  await expectSound(admin);
  await decision.getByRole('button', { name: 'Decide as won' }).click();
  const question = admin.getByRole('dialog', { name: 'Decide this as won?' });
  await question.getByLabel('Answer').fill('The recording shows it');
  await question.getByRole('button', { name: 'Decide as won' }).click();
  await expect(admin.getByRole('row').filter({ hasText: name })).toContainText('Decided as won');
  await elsewhere.close();

  // The open page updates.
  await expect(receipt.getByText('Won after review')).toBeVisible();
  await expect(receipt.getByText('“The recording shows it”')).toBeVisible();
  await expect(receipt.getByText('The stats said: lost.', { exact: false })).toBeVisible();
  await expect(
    receipt.getByText(/the stored readings give FAILED, as the stats did before the review/),
  ).toBeVisible();
  await expectSound(page);
});
