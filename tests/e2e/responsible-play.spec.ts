// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { responsiblePlayApi } from '../../contract/responsible-play.ts';
import { expectSound } from '../support/e2e/accessible.ts';
import { startApp } from '../support/e2e/app.ts';
import { small } from '../support/e2e/coin-purchase.ts';
import { inDatabase } from '../support/e2e/database.ts';
import { cards, choosePackage, fillCard } from '../support/e2e/pay.ts';
import { send, signIn, submitEntry, uniqueName } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

test('an administrator publishes rules, and a player accepts terms, states an age, limits and pauses', {
  tag: '@long',
}, async ({ browser }) => {
  const app = await startApp({ env: { PLAY_RULES: 'required' } });
  try {
    const page = await browser.newPage({ baseURL: app.url, reducedMotion: 'reduce' });
    await signIn(page, { email: 'admin@finalring.test', to: '/dashboard/play-rules' });
    const terms = page.getByRole('dialog', { name: 'Terms of use' });
    await expect(terms.getByRole('link', { name: 'terms of use' })).toHaveAttribute('href', '/terms');
    await expect(terms.getByRole('button', { name: 'Accept' })).toBeDisabled();
    await expectSound(page);
    await terms.getByRole('button', { name: 'Not now' }).click();
    await expect(terms).toBeHidden();
    await page.getByRole('button', { name: 'Publish rules' }).click();
    await page.getByRole('dialog', { name: 'Publish rules' }).getByRole('button', { name: 'Cancel' }).click();
    // After a reload, the page asks again.
    await page.reload();
    await terms.getByRole('checkbox').check();
    await terms.getByRole('button', { name: 'Accept' }).click();
    await expect(terms).toBeHidden();

    await expect(page.getByText('No rules apply yet')).toBeVisible();
    await expectSound(page);
    await page.getByRole('button', { name: 'Publish rules' }).click();
    const form = page.getByRole('dialog', { name: 'Publish rules' });
    await expect(form.getByLabel('From age')).toHaveValue('18');
    await form.getByRole('button', { name: 'Add a region' }).click();
    await form.getByLabel('Region', { exact: true }).selectOption('United States: Washington');
    await form.getByLabel('Reason', { exact: true }).fill('As counsel says');
    await expectSound(page);
    await form.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByRole('heading', { name: 'Version 1' })).toBeVisible();
    await expect(page.getByText('Open from 18 years')).toBeVisible();
    await expectSound(page);

    await page.goto('/profile?tab=settings');
    await expect(page.getByText('You can’t enter challenges or buy coins now')).toBeVisible();
    await page.getByRole('button', { name: 'Add age and region' }).click();
    const state = page.getByRole('dialog', { name: 'Age and region' });
    await state.getByLabel('Date of birth').fill('1990-01-31');
    await state.getByLabel('Where you live').selectOption('Germany');
    await expectSound(page);
    await state.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(/Born .*1990, Germany/)).toBeVisible();
    await expect(page.getByText('You can’t enter challenges or buy coins now')).toBeHidden();

    await page.getByRole('button', { name: 'Set the limit for 24 hours: Coins by card' }).click();
    const limit = page.getByRole('dialog', { name: 'Coins by card: limit for 24 hours' });
    await limit.getByLabel('Dollars').fill('a lot');
    await limit.getByRole('button', { name: 'Save' }).click();
    await expect(limit).toContainText('Enter an amount such as 20');
    await limit.getByLabel('Dollars').fill('20');
    await page.keyboard.press('Enter');
    await expect(page.getByText('$0.00 of $20.00')).toBeVisible();
    await page.getByRole('button', { name: 'Change the limit for 24 hours: Coins by card' }).click();
    await limit.getByLabel('Dollars').fill('');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^From .* on: no limit$/)).toBeVisible();
    await expectSound(page);

    await page.getByRole('button', { name: 'Pause playing' }).click();
    const pause = page.getByRole('dialog', { name: 'Pause playing?' });
    await pause.getByRole('button', { name: 'For good' }).click();
    await expectSound(page);
    await pause.getByRole('button', { name: 'Pause', exact: true }).click();
    await expect(page.getByText('You paused for good')).toBeVisible();
    const { pauses } = await inDatabase(app, (tx) =>
      tx.one<{ pauses: number }>(sql`select count(*) as pauses from play_pauses`),
    );
    expect(pauses).toBe(1);
    await page.close();
  } finally {
    await app.stop();
  }
});

test('a paused player sees why at entry and payment, with a link to the limits', { tag: '@long' }, async ({
  page,
  problems,
}) => {
  await signIn(page);
  await send(page, responsiblePlayApi.pause, { lasts: '7-days' });
  const refused = /You paused playing until .* You paid nothing/;

  problems.expect(/status of 403/);
  const entry = { challenge: /Survive the ring/, condition: 'Finish Top 10 AND Kill 3 opponents' };
  await submitEntry(page, { ...entry, epicId: uniqueName() });
  await expect(page.getByRole('dialog').getByText(refused)).toBeVisible();
  await page.getByRole('link', { name: 'See your pause' }).click();
  await expect(page.getByText(/^You paused until /)).toBeVisible();

  await page.goto('/trade-coins');
  await choosePackage(page, small);
  await fillCard(page, cards.good);
  await page.getByRole('button', { name: /^Pay / }).click();
  await expect(page.getByRole('main').getByText(refused)).toBeVisible();
  await page.getByRole('link', { name: 'See your limits' }).click();
  await expect(page).toHaveURL(/tab=settings#limits/);
});

test.describe('in a time zone a day ahead of UTC', { tag: '@long' }, () => {
  test.use({ timezoneId: 'Pacific/Auckland' });

  test('dates without a time are shown as stated', async ({ page }) => {
    await signIn(page, { to: '/robots.txt' });
    await send(page, responsiblePlayApi.state, { birthDate: '1990-01-31', region: 'NZ' });
    await page.goto('/profile?tab=settings');
    await expect(page.getByText('Born January 31, 1990, New Zealand')).toBeVisible();
  });
});
