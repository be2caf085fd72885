// SPDX-License-Identifier: Apache-2.0

import { expectSound } from '../support/e2e/accessible.ts';
import { enterChallenge, playMatch, signIn, stored, uniqueName } from '../support/e2e/play.ts';
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
    'Top 10, you were in the top 25: missed',
    'Kills 2 of 3: missed',
  ]);
  await expect(lost).toContainText(
    /The same match would have won “First steps.*” with Top 25 \+ 1 Kills: 80 GC\./,
  );
});
