// SPDX-License-Identifier: Apache-2.0

import { enterChallenge, expectBalance, signIn, uniqueName } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

// 100 minutes pass in 5 seconds.
test.use({ timeScale: 1200 });

test('a challenge without a match in time refunds the fee minus a tenth, and the message shows the amount', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page);
  await expectBalance(page, 500);
  await enterChallenge(page, { challenge: /Survive the ring/, epicId: uniqueName() });
  await expectBalance(page, 400);
  await expect(page.getByRole('dialog')).toContainText(/cancelled/i);
  await expect(page.getByRole('dialog')).toContainText('90');
  await page.keyboard.press('Escape');
  await expectBalance(page, 490);
  await page.goto('/past-challenges');
  await expect(page.getByRole('row').filter({ hasText: 'CANCELLED' })).toBeVisible();
});
