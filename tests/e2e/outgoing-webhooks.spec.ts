// SPDX-License-Identifier: Apache-2.0

import { expectSound } from '../support/e2e/accessible.ts';
import { openDashboard } from '../support/e2e/admin.ts';
import { failUntilPressed } from '../support/e2e/fail-until-pressed.ts';
import { expect, test } from '../support/e2e/test.ts';

test('an administrator creates, tests, rotates and deletes a webhook, and its log shows each try', {
  tag: '@long',
}, async ({ page, app, problems }) => {
  // The address is refused on purpose, and the log may be requested just when its webhook is deleted.
  problems.expect(/422|404/);
  await openDashboard(page, 'outgoing-webhooks');
  await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: 'New webhook' }).click();
  const form = page.getByRole('dialog', { name: 'New webhook' });
  await form.getByLabel('Address').fill('http://10.0.0.1/');
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(form.getByText('Choose at least one event')).toBeVisible();
  await form.getByRole('checkbox', { name: /challenge\.voided/ }).check();
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(form.getByText('Webhooks need a public https address')).toBeVisible();
  await expectSound(page);
  await form.getByLabel('Address').fill(`${app.sandboxUrl}/webhooks/receive`);
  await form.getByLabel('Description').fill('Our bot');
  await form.getByRole('button', { name: 'Create' }).click();

  const secret = page.getByRole('dialog', { name: 'Signing secret' });
  await expect(secret.getByText(/^whsec_/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expectSound(page);
  await secret.getByRole('button', { name: 'I’ve saved it' }).click();

  await page.getByRole('link', { name: 'Our bot' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing sent yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Send test' }).click();
  const log = page.getByRole('region', { name: 'Log' });
  await expect(log.getByRole('table').getByText('Delivered')).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: 'Look at webhook.test' }).click();
  const sent = page.getByRole('dialog', { name: 'webhook.test' });
  await expect(sent.getByText('HTTP 204')).toBeVisible();
  await expectSound(page);
  await sent.getByRole('button', { name: 'Send again' }).click();
  await expect(sent.getByText('HTTP 204')).toHaveCount(2);
  await sent.getByRole('button', { name: 'Dismiss' }).click();

  await page.getByRole('button', { name: 'Rotate secret' }).click();
  await page.getByRole('button', { name: 'Rotate', exact: true }).click();
  await expect(secret.getByText(/For a day we also sign with the old one/)).toBeVisible();
  await secret.getByRole('button', { name: 'I’ve saved it' }).click();
  await expect(page.getByText('Old secret signs until')).toBeVisible();

  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByText('Off', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible();
});

test('the list of webhooks shows its error until it loads', { tag: '@long' }, async ({ page, problems }) => {
  problems.expect(/Failed to load resource/);
  const failing = await failUntilPressed(page, '**/api/v1/outgoing-webhooks');
  await openDashboard(page, 'outgoing-webhooks');
  await expect(page.getByRole('alert')).toBeVisible();
  await expectSound(page);
  await failing.press();
  await expect(page.getByRole('button', { name: 'New webhook' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden();
});
