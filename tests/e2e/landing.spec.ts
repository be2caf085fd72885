// SPDX-License-Identifier: Apache-2.0

import { expectSound } from '../support/e2e/accessible.ts';
import { signIn } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

test('a visitor sees game, prize, proof and first step immediately, and can try the verdict', async ({
  page,
}) => {
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto('/');
    for (const found of [
      page.getByText('Fortnite, Solo', { exact: true }),
      page.getByText('Win up to'),
      page.getByText('You start with'),
      page.getByRole('link', { name: 'Can be checked' }),
      page.getByRole('link', { name: 'Continue With Discord' }),
    ]) {
      await expect(found).toBeInViewport({ ratio: 1 });
    }
  }
  const challenge = page.getByRole('listitem').filter({ hasText: 'Survive the ring' }).first();
  await expect(challenge).toContainText('Top 10 + 5 Kills');
  await expect(challenge).toContainText('260 Gamer Coins');
  await expect(page.getByText('500 Gamer Coins', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'Can be checked' }).click();
  const proof = page.getByRole('region', { name: 'Proof, to play with' });
  await expect(proof.getByRole('status')).toContainText('You earned 260 GC.');
  await expect(proof.getByRole('img', { name: 'Example: +160 Gamer Coins' })).toBeVisible();
  await proof.getByRole('button', { name: 'One kill fewer' }).focus();
  for (const kills of [6, 5, 4]) {
    await page.keyboard.press('Enter');
    await expect(proof.getByRole('group', { name: 'Kills' })).toContainText(String(kills));
  }
  await expect(proof.getByRole('status')).toContainText('The entry fee of 100 GC is kept.');
  await expect(proof.getByRole('img', { name: 'Example: -100 Gamer Coins' })).toBeVisible();
  for (const kills of [3, 2, 1, 0]) {
    await page.keyboard.press('Enter');
    await expect(proof.getByRole('group', { name: 'Kills' })).toContainText(String(kills));
  }
  // There is nothing to take away any more, and the keyboard is still where it was.
  await expect(proof.getByRole('button', { name: 'One kill fewer' })).toBeDisabled();
  await expect(proof.getByRole('button', { name: 'One kill fewer' })).toBeFocused();
  const licences = page.getByRole('link', { name: 'Licences' });
  await expect(licences).toHaveAttribute('href', '/third-party-notices.txt');
  const notices = await page.request.get('/third-party-notices.txt');
  expect(notices.headers()['content-type']).toBe('text/plain; charset=utf-8');
  const listed = await notices.text();
  expect(listed).toMatch(/^## react-dom - .*MIT/m);
  expect(listed).toMatch(/^## Lucide .ISC/m);
  await page.getByText('Which game is it?').click();
  await expect(page.getByText(/^Solo matches of Fortnite/)).toBeVisible();
  await expectSound(page);
});

test('challenges and leaderboards are public, and lead players to their own', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/challenges');
  await expect(page.getByRole('heading', { name: /Survive the ring/ })).toBeVisible();
  await expectSound(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Leaderboard' }).click();
  await expect(page.getByRole('heading', { name: 'Leaderboard', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'All Time' }).click();
  await expect(page.getByText(/The board is empty|Place /).first()).toBeAttached();
  await expectSound(page);
  await signIn(page);
  await page.goto('/leaderboard');
  await expect(page).toHaveURL(/\/events\?tab=leaderboard$/);
  await page.goto('/challenges');
  await expect(page).toHaveURL(/\/home#challenges$/);
});
