// SPDX-License-Identifier: Apache-2.0

import { TOTP } from 'otpauth';
import sql from 'sql-template-tag';
import { expectSound } from '../support/e2e/accessible.ts';
import { openDashboard } from '../support/e2e/admin.ts';
import { startApp } from '../support/e2e/app.ts';
import { inDatabase } from '../support/e2e/database.ts';
import { expect, test } from '../support/e2e/test.ts';

test('an administrator sets up a second factor, and confirms it before irreversible changes', {
  tag: '@long',
}, async ({ browser }) => {
  const app = await startApp({ env: { SECOND_FACTOR: 'on' } });
  try {
    const page = await browser.newPage({ baseURL: app.url, reducedMotion: 'reduce' });
    await openDashboard(page, 'roles');
    await expect(page.getByRole('heading', { name: 'Set up a second factor first' })).toBeVisible();
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
    const setUp = page.getByRole('dialog', { name: 'Set up an authenticator app' });
    const square = setUp.getByRole('img', { name: 'QR code of the secret for your app' });
    await expect(square).toBeVisible();
    // Cameras only read dark squares on a light background.
    await expect(square.locator('rect')).toHaveAttribute('fill', 'white');
    await expectSound(page);
    const secret = ((await setUp.getByRole('code').textContent()) ?? '').replaceAll(' ', '');
    await setUp.getByLabel('Code', { exact: true }).fill('12 34');
    await setUp.getByRole('button', { name: 'Confirm' }).click();
    await expect(setUp).toContainText('Enter the six digits that your app shows');
    await setUp.getByLabel('Code', { exact: true }).fill(new TOTP({ secret }).generate());
    await page.keyboard.press('Enter');

    const shown = page.getByRole('dialog', { name: 'Your recovery codes' });
    await expect(shown.getByRole('listitem')).toHaveCount(10);
    const [recoveryCode = ''] = await shown.getByRole('listitem').allTextContents();
    await expectSound(page);
    await shown.getByRole('button', { name: 'I’ve saved them' }).click();

    // A quarter of an hour later, as far as the server knows.
    await inDatabase(app, (tx) =>
      tx.run(sql`update sessions set factor_at = factor_at - interval '15 minutes'`),
    );
    await page.getByRole('button', { name: 'Create New Role' }).click();
    const create = page.getByRole('dialog', { name: 'Create New Role' });
    await create.getByLabel('Role Name').fill('referee');
    await create.getByRole('button', { name: 'Create' }).click();
    const ask = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await ask.getByLabel('Code', { exact: true }).fill('000000');
    await page.keyboard.press('Enter');
    await expect(ask).toContainText('You have 4 tries left.');
    await expectSound(page);
    await ask.getByRole('button', { name: 'Use a recovery code' }).click();
    await ask.getByLabel('Recovery code', { exact: true }).fill(recoveryCode.toLowerCase());
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('Created successfully')).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: 'REFEREE' })).toBeVisible();

    await page.goto('/profile?tab=settings');
    const security = page.getByRole('region', { name: 'Security' });
    await expect(security).toContainText('9 recovery codes left');
    await security.getByRole('button', { name: 'Remove the app' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(security).toContainText('Not set up.');
  } finally {
    await app.stop();
  }
});

test('an administrator adds a passkey and confirms with it, without a code', { tag: '@long' }, async ({
  browser,
}) => {
  const app = await startApp({ env: { SECOND_FACTOR: 'on' } });
  try {
    const page = await browser.newPage({ baseURL: app.url, reducedMotion: 'reduce' });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await openDashboard(page, 'roles');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const add = page.getByRole('dialog', { name: 'Add a passkey' });
    await add.getByLabel('Name').fill('Blue key');
    // Nobody confirms at the device: nothing is added, and the dialog says so.
    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await add.getByRole('button', { name: 'Add' }).click();
    await expect(add).toContainText('You cancelled it, or it took too long.');
    await expectSound(page);
    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
    await add.getByRole('button', { name: 'Add' }).click();
    const shown = page.getByRole('dialog', { name: 'Your recovery codes' });
    await expect(shown.getByRole('listitem')).toHaveCount(10);
    await shown.getByRole('button', { name: 'I’ve saved them' }).click();

    // A quarter of an hour later, as far as the server knows.
    await inDatabase(app, (tx) =>
      tx.run(sql`update sessions set factor_at = factor_at - interval '15 minutes'`),
    );
    await page.getByRole('button', { name: 'Create New Role' }).click();
    const create = page.getByRole('dialog', { name: 'Create New Role' });
    await create.getByLabel('Role Name').fill('referee');
    await create.getByRole('button', { name: 'Create' }).click();
    const ask = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await expect(ask.getByRole('button', { name: 'Use a recovery code' })).toBeVisible();
    await expectSound(page);
    await ask.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(page.getByText('Created successfully')).toBeVisible();

    await page.goto('/profile?tab=settings');
    const security = page.getByRole('region', { name: 'Security' });
    const keys = security.getByRole('list', { name: 'Passkeys' });
    await expect(keys).toContainText('last used');
    await expectSound(page);
    await keys.getByRole('button', { name: 'Edit Blue key' }).click();
    const rename = page.getByRole('dialog', { name: 'Rename the passkey' });
    await rename.getByLabel('Name').fill('Green key');
    await rename.getByRole('button', { name: 'Save' }).click();
    await keys.getByRole('button', { name: 'Delete Green key' }).click();
    const remove = page.getByRole('dialog', { name: 'Remove the passkey Green key?' });
    await expect(remove).toContainText('This is your last second factor');
    await remove.getByRole('button', { name: 'Remove' }).click();
    await expect(security).toContainText('Set it up, or add a passkey, to open the dashboard.');
  } finally {
    await app.stop();
  }
});
