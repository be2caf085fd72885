// SPDX-License-Identifier: Apache-2.0

import { accountsApi } from '../../contract/accounts.ts';
import { expectSound } from '../support/e2e/accessible.ts';
import { ask, enterChallenge, playMatch, signIn, stored, uniqueName } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

test('a name on the leaderboard opens the player’s page, to compare and to befriend', {
  tag: '@long',
}, async ({ page, browser, app }) => {
  await signIn(page);
  const { handle } = (await ask(page, accountsApi.getProfile)).inPublic;
  const epicId = uniqueName();
  const condition = 'Finish Top 10 AND Kill 3 opponents';
  await enterChallenge(page, { challenge: /Survive the ring/, condition, epicId });
  await playMatch(app, epicId, { placement: 4, kills: 5 });
  await expect(page.getByRole('dialog', { name: 'Challenge won' })).toBeVisible();
  const attemptId = await stored(page, 'lastModalShownForAttempt');
  const shared = await page.request.put(`/api/v1/challenge/attempts/${attemptId}/share`, {
    headers: { authorization: `Bearer ${await stored(page, 'authToken')}` },
    data: { isListed: true },
  });
  expect(shared.status()).toBe(200);

  const usual = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/events?tab=leaderboard');
  await expect(page.getByRole('list', { name: 'First places' }).getByRole('listitem').first()).toBeInViewport(
    {
      ratio: 1,
    },
  );
  if (usual) await page.setViewportSize(usual);
  await page.getByRole('link', { name: handle }).first().click();
  await expect(page).toHaveURL(`/players/${handle}`);
  await expect(page.getByText('This is how other players see your page.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Wins' })).toBeHidden();
  await page.getByRole('switch', { name: /^Challenges you won/ }).click();
  await expect(page.getByRole('list', { name: 'Wins' })).toContainText('Top 10 + 3 Kills');
  await expect(page.getByText('Beat this')).toBeHidden();
  await page.getByRole('switch', { name: 'Your bests' }).click();
  await expect(page.getByText('Most kills in a match')).toBeVisible();
  await expectSound(page);

  const elsewhere = await browser.newContext({ baseURL: app.url });
  const other = await elsewhere.newPage();
  await signIn(other, { to: `/players/${handle}` });
  await expect(other.getByRole('heading', { name: handle })).toBeVisible();
  await expect(other.getByText('Most kills in a match')).toBeVisible();
  await expect(other.getByRole('heading', { name: 'Achievements' })).toBeHidden();
  await other.getByRole('button', { name: 'Add friend' }).click();
  await expect(other.getByText('Request sent.')).toBeVisible();
  await expectSound(other);
  await other.getByRole('link', { name: /^Beat this: Survive the ring/ }).click();
  const dialog = other.getByRole('dialog', { name: 'Choose your challenge' });
  await expect(dialog.getByRole('radio', { name: condition })).toBeChecked();
  await elsewhere.close();
});
