// SPDX-License-Identifier: Apache-2.0

import { expectSound } from '../support/e2e/accessible.ts';
import { signIn } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

test('the first screen shows visitors the game, the task, the prize and the first step', async ({ page }) => {
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto('/');
    for (const found of [
      page.getByRole('heading', { level: 1, name: 'Win at Fortnite. Earn coins for gift cards.' }),
      page.getByRole('list', { name: 'What coins buy' }).getByText('Steam Wallet $5'),
      page.getByText('Win up to'),
      page.getByText('You start with'),
      page.getByRole('link', { name: 'You can check every result' }),
      page.getByRole('link', { name: 'Continue With Discord' }),
    ]) {
      await expect(found).toBeInViewport({ ratio: 1 });
    }
  }
  // The providers' own colours, as their brand rules require.
  const ways = { 'Continue With Gmail': 'rgb(255, 255, 255)', 'Continue With Discord': 'rgb(88, 101, 242)' };
  for (const [name, ground] of Object.entries(ways)) {
    const way = page.getByRole('link', { name });
    await expect(way).toHaveCSS('background-color', ground);
    await expect(way.locator('img')).toBeVisible();
  }
  const challenge = page.getByRole('listitem').filter({ hasText: 'Survive the ring' }).first();
  await expect(challenge).toContainText('Top 10 + 5 Kills');
  await expect(challenge).toContainText('260 Gamer Coins');
  await expect(page.getByText('500 Gamer Coins', { exact: true })).toBeVisible();
  const best = page.getByText('Win up to').locator('..');
  await expect(best).toContainText(/Gamer Coins ?a match/);
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

test('the proof page lets visitors try a verdict', { tag: '@long' }, async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'You can check every result' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'How results are decided' })).toBeVisible();
  const proof = page.getByRole('region', { name: 'Try a match' });
  await expect(proof.getByRole('status')).toContainText('You earned 260 GC.');
  await expect(proof.getByRole('img', { name: 'Example: +160 Gamer Coins' })).toBeVisible();
  await proof.getByRole('button', { name: 'One kill fewer' }).focus();
  for (const kills of [6, 5, 4]) {
    await page.keyboard.press('Enter');
    await expect(proof.getByRole('group', { name: 'Kills' })).toContainText(String(kills));
  }
  await expect(proof.getByRole('status')).toContainText('We keep the entry fee of 100 GC.');
  await expect(proof.getByRole('img', { name: 'Example: -100 Gamer Coins' })).toBeVisible();
  for (const kills of [3, 2, 1, 0]) {
    await page.keyboard.press('Enter');
    await expect(proof.getByRole('group', { name: 'Kills' })).toContainText(String(kills));
  }
  // The button is disabled at the minimum, but keeps the keyboard focus.
  await expect(proof.getByRole('button', { name: 'One kill fewer' })).toBeDisabled();
  await expect(proof.getByRole('button', { name: 'One kill fewer' })).toBeFocused();
  await expectSound(page);
});

test('the menu of visitors’ pages works on phones, even before scripts load', {
  tag: '@long',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await held;
    await route.continue().catch(() => {});
  });
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await expect(menu.getByRole('link', { name: 'Leaderboard' })).toBeVisible();
  release();
  await expect(page.getByText('500 Gamer Coins', { exact: true })).toBeAttached();
  await menu.getByRole('link', { name: 'Leaderboard' }).click();
  await expect(page.getByRole('heading', { name: 'Leaderboard', level: 1 })).toBeVisible();
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await menu.getByRole('link', { name: 'How results are decided' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'How results are decided' })).toBeVisible();
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expectSound(page);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
});

test('the first screen fills a tablet, and link previews repeat its promise', { tag: '@long' }, async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto('/');
  const cards = page.getByRole('list', { name: 'What coins buy' });
  await expect(cards).toBeInViewport({ ratio: 1 });
  const { x = 0, width = 0 } = (await cards.boundingBox()) ?? {};
  expect(x + width).toBeGreaterThan(720);
  for (const path of ['/', '/home', '/signup', '/referrals/NOBODYS1']) {
    const html = await (await request.get(path)).text();
    const told = /<meta property="og:title" content="([^"]*)"/.exec(html)?.[1];
    expect([path, told]).toEqual([path, 'Win at Fortnite. Earn coins for gift cards.']);
    expect(html).toMatch(/<h1[^>]*>Win at Fortnite\. Earn coins for <span[^>]*>gift cards\.<\/span><\/h1>/);
  }
});

test('a player who opens the public boards sees them until their own have loaded', { tag: '@long' }, async ({
  page,
}) => {
  await signIn(page);
  const held = Promise.withResolvers<void>();
  const code = /\/assets\/events-[^/]*[.]js$/;
  await page.route(code, (route) => held.promise.then(() => route.continue()));
  const asked = page.waitForRequest(code);
  await page.goto('/leaderboard');
  await asked;
  await expect(page.getByRole('heading', { name: 'Leaderboard', level: 1 })).toBeVisible();
  await expect(page.getByRole('contentinfo')).not.toBeInViewport();
  held.resolve();
  await page.waitForURL('**/events?tab=leaderboard');
});

test('challenges and leaderboards are public, and link players to their own pages', { tag: '@long' }, async ({
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
