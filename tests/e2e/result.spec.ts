// SPDX-License-Identifier: Apache-2.0

import { responsiblePlayApi } from '../../contract/responsible-play.ts';
import { expectSound } from '../support/e2e/accessible.ts';
import { enterChallenge, playMatch, send, signIn, stored, uniqueName } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

const entry = { challenge: /Survive the ring/, condition: 'Finish Top 10 AND Kill 3 opponents' };

test('a win and a loss show how close it was and what is next, without motion when reduced', {
  tag: '@long',
}, async ({ page, app }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page);
  const epicId = uniqueName();
  await enterChallenge(page, { ...entry, epicId });
  await playMatch(app, epicId, { placement: 4, kills: 5 });
  const won = page.getByRole('dialog', { name: 'Challenge won' });
  await expect(won.getByRole('list', { name: 'Conditions' }).getByRole('listitem')).toHaveText([
    'Top 10: met',
    'Kills 5 of 3: met',
  ]);
  await expect(won).toContainText(/\+\d+ XP/);
  const prize = won.getByRole('region', { name: 'Now in reach' });
  await expect(prize).toContainText('Steam Wallet $5');
  await expect(prize).toContainText('520 of your 580 GC');
  const moving = 'document.getAnimations().filter(({ playState }) => playState === "running").length';
  await expect.poll(() => page.evaluate(moving)).toBe(0);
  const sound = won.getByRole('button', { name: 'Sound' });
  await expect(sound).toHaveAttribute('aria-pressed', 'false');
  await sound.click();
  await expect(sound).toHaveAttribute('aria-pressed', 'true');
  expect(await stored(page, 'resultSound')).toBe('on');
  await sound.click();
  expect(await stored(page, 'resultSound')).toBeNull();
  await expectSound(page);

  await won.getByRole('link', { name: 'Play again' }).click();
  await expect(page).toHaveURL(/\/home#challenges$/);
  await enterChallenge(page, { ...entry, epicId });
  await playMatch(app, epicId, { placement: 20, kills: 2 });
  const lost = page.getByRole('dialog', { name: 'Challenge lost' });
  await expect(lost.getByRole('list', { name: 'Conditions' }).getByRole('listitem')).toHaveText([
    'Top 10, you reached the top 25: missed',
    'Kills 2 of 3: missed',
  ]);
  await expect(lost).toContainText(
    /The same match would have won “First steps.*” with Top 25 \+ 1 Kills\. Pay \d+, win 80 GC\./,
  );
  await lost.getByRole('link', { name: 'Try this one' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose your challenge' });
  await expect(dialog).toContainText('First steps');
  await expect(dialog.getByRole('radio', { name: 'Finish Top 25 AND Kill 1 opponents' })).toBeChecked();
  await expect(page).toHaveURL(/\/home$/);
  await expectSound(page);
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/home$/);
});

test('a loss during a play pause suggests no next challenge', { tag: '@long' }, async ({ page, app }) => {
  await signIn(page);
  const epicId = uniqueName();
  await enterChallenge(page, { ...entry, epicId });
  await send(page, responsiblePlayApi.pause, { lasts: '1-day' });
  const told = page.waitForResponse(/\/api\/v1\/play$/);
  await playMatch(app, epicId, { placement: 20, kills: 2 });
  const lost = page.getByRole('dialog', { name: 'Challenge lost' });
  await expect(lost.getByRole('list', { name: 'Conditions' })).toBeVisible();
  await told;
  await expect(lost.getByRole('link', { name: 'See why' })).toBeVisible();
  await expect(lost.getByRole('link', { name: 'Play again' })).toBeHidden();
  await expect(lost.getByRole('link', { name: 'Try this one' })).toBeHidden();
  await expect(lost).not.toContainText('would have won');
});
