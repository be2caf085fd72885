// SPDX-License-Identifier: Apache-2.0

import { cards, choosePackage, fillCard, pressPay } from '../support/e2e/pay.ts';
import { expectBalance, signIn } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

test('a payment sends a receipt, and its refund takes coins back with a notice', {
  tag: '@long',
}, async ({ page, app, problems }) => {
  // A mail runs no scripts, not even the test tool's.
  problems.expect(/'allow-scripts' permission is not set/);
  const { email } = await signIn(page, { to: '/trade-coins' });
  await expectBalance(page, 500);
  await choosePackage(page, '100 – $ 1.00');
  await fillCard(page, cards.good);
  await pressPay(page);
  await expectBalance(page, 600);

  const inbox = await page.context().newPage();
  await inbox.goto(`${app.sandboxUrl}/inbox?to=${email}`);
  await expect(inbox.getByRole('heading', { name: 'Receipt: GC_100' })).toBeVisible();
  const shown = inbox.frameLocator('iframe[title="Message"]');
  await expect(shown.getByRole('heading', { name: 'Thank you for your payment' })).toBeVisible();
  await expect(shown.getByText('$1.00', { exact: true })).toBeVisible();
  await expect(shown.getByRole('link', { name: 'See my transactions' })).toHaveAttribute(
    'href',
    `${app.url}/transactions`,
  );
  await inbox.getByLabel('As plain text').check();
  await expect(inbox.getByText('GC_100: 100 GC')).toBeVisible();

  const provider = await page.context().newPage();
  await provider.goto(`${app.sandboxUrl}/stripe`);
  provider.once('dialog', (dialog) => dialog.accept('0.40'));
  await provider
    .getByRole('button', { name: /^Refund / })
    .first()
    .click();
  await expect(provider.getByText('succeeded · $0.40 refunded')).toBeVisible();
  await expectBalance(page, 560);
  await expect(inbox.getByRole('button', { name: /^Payment refunded: GC_100/ })).toBeVisible();
  await inbox.getByRole('button', { name: /^Payment refunded: GC_100/ }).click();
  await expect(inbox.getByText('GC_100: −40 GC')).toBeVisible();
});
