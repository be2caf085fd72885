// SPDX-License-Identifier: Apache-2.0

import { tabTo } from '../support/e2e/accessible.ts';
import { expectBalance, playMatch, uniqueName } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

test('a player signs in, wins a challenge and reads receipt and statement by keyboard alone', {
  tag: '@long',
}, async ({ page, app }) => {
  test.slow();
  const keys = page.keyboard;
  const name = uniqueName();
  await page.goto('/');
  await tabTo(page, page.getByRole('link', { name: 'Continue With Gmail' }));
  await keys.press('Enter');
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
  await keys.type(`${name.toLowerCase()}@player.test`);
  await keys.press('Tab');
  await keys.type(name);
  await keys.press('Enter');
  await page.waitForURL('**/home');
  await expectBalance(page, 500);

  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: /Survive the ring/ }) });
  const enter = card.getByRole('button', { name: 'Enter Challenge' });
  const dialog = page.getByRole('dialog');
  await tabTo(page, enter);
  await keys.press('Enter');
  await expect(dialog).toBeVisible();
  await keys.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(enter).toBeFocused();

  await keys.press('Enter');
  await expect(dialog).toBeVisible();
  await tabTo(page, dialog.getByRole('radio').first());
  await keys.press('ArrowDown');
  await expect(dialog.getByRole('radio').nth(1)).toBeChecked();
  await tabTo(page, dialog.getByRole('button', { name: /^Enter Challenge \(/ }));
  await keys.press('Enter');
  await tabTo(page, dialog.getByRole('checkbox'));
  await keys.press('Space');
  await expect(dialog.getByRole('checkbox')).toBeChecked();
  await tabTo(page, dialog.getByLabel('Epic ID'));
  const epicId = uniqueName();
  await keys.type(epicId);
  await keys.press('Enter');
  await expect(dialog).toContainText('Challenge started!');

  await playMatch(app, epicId, { placement: 1, kills: 30 });
  await expect(dialog).toContainText('Congratulations!');
  await expect(dialog.locator(':focus'), 'the result has taken the focus over').toHaveCount(1);
  await tabTo(page, dialog.getByRole('link', { name: 'See why' }));
  await keys.press('Enter');
  await page.waitForURL('**/past-challenges**');
  await expect(dialog).toContainText(/your browser.*same|agrees|Re-checked/i);
  await keys.press('Escape');
  await expect(dialog).toBeHidden();
  const why = page.getByRole('button', { name: /^Why\?/ });
  // The link that led here is gone with its page, so the focus moves on within this one.
  await expect(why).toBeFocused();
  await keys.press('Enter');
  await expect(dialog).toContainText('+1');
  await keys.press('Escape');
  await expect(why).toBeFocused();

  await tabTo(page, page.getByRole('link', { name: /^Balance: / }));
  await keys.press('Enter');
  await page.waitForURL('**/transactions');
  await tabTo(page, page.getByRole('tab', { name: 'History' }));
  await keys.press('Home');
  await keys.press('Enter');
  await expect(page.getByRole('tab', { name: 'Transactions' })).toHaveAttribute('aria-selected', 'true');
  await keys.press('End');
  await keys.press('Enter');
  await expect(page.getByRole('row').filter({ hasText: 'Survive the ring' }).first()).toBeVisible();
});
