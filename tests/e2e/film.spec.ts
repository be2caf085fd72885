// SPDX-License-Identifier: Apache-2.0

import type { Page } from '@playwright/test';
import { signIn } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** The film files that the page has requested. */
function filmsAskedFor(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\.(webm|mp4)$/.test(request.url())) asked.push(request.url());
  });
  return asked;
}

const film = (page: Page) => page.locator('#landing-page video');
const read = (page: Page, property: string) =>
  film(page).evaluate((video, name) => (video as unknown as Record<string, unknown>)[name], property);

test('the film plays muted in parts, with sound on request, and can be paused', {
  tag: '@long',
}, async ({ page }) => {
  const parts = page.waitForResponse((answer) => answer.url().endsWith('.webm'));
  await signIn(page);
  const part = await parts;
  expect(part.status()).toBe(206);
  expect(part.headers()).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable' });
  await expect.poll(() => read(page, 'currentTime')).toBeGreaterThan(0);
  expect(await read(page, 'muted')).toBe(true);
  expect(await read(page, 'loop')).toBe(true);

  await page.getByRole('button', { name: 'Turn sound on' }).click();
  expect(await read(page, 'muted')).toBe(false);
  await page.getByRole('button', { name: 'Turn sound off' }).click();
  expect(await read(page, 'muted')).toBe(true);

  await page.getByRole('button', { name: 'Pause film' }).click();
  await expect(page.getByRole('button', { name: 'Play film' })).toBeVisible();
  expect(await read(page, 'paused')).toBe(true);
  await page.mouse.wheel(0, 3_000);
  await expect(film(page)).not.toBeInViewport();
  await page.evaluate('scrollTo(0, 0)');
  await expect(film(page)).toBeInViewport();
  expect(await read(page, 'paused'), 'stays paused when it comes back into view').toBe(true);
  await page.getByRole('button', { name: 'Play film' }).click();
  await expect.poll(() => read(page, 'paused')).toBe(false);
});

test('the film pauses while it is out of view', { tag: '@long' }, async ({ page }) => {
  await signIn(page);
  await expect.poll(() => read(page, 'paused')).toBe(false);
  await page.evaluate('scrollTo(0, 3000)');
  await expect.poll(() => read(page, 'paused')).toBe(true);
  await page.evaluate('scrollTo(0, 0)');
  await expect.poll(() => read(page, 'paused')).toBe(false);
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('the film is not loaded until requested', { tag: '@long' }, async ({ page }) => {
    await page.clock.install();
    const asked = filmsAskedFor(page);
    await signIn(page);
    await expect(page.getByText('Coming Soon', { exact: true })).toHaveCount(2);
    await page.clock.fastForward(5_000);
    expect(asked).toEqual([]);
    await expect(page.getByRole('button', { name: /sound/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'Play film' }).click();
    await expect.poll(() => read(page, 'currentTime')).toBeGreaterThan(0);
    expect(asked.length).toBeGreaterThan(0);
  });
});

for (const connection of [{ saveData: true }, { effectiveType: '3g' }]) {
  test(`the film is not loaded on an expensive connection: ${JSON.stringify(connection)}`, {
    tag: '@long',
  }, async ({ page }) => {
    await page.addInitScript((value) => {
      Object.defineProperty(navigator, 'connection', { value, configurable: true });
    }, connection);
    await page.clock.install();
    const asked = filmsAskedFor(page);
    await signIn(page);
    await expect(page.getByRole('button', { name: 'Play film' })).toBeVisible();
    await page.clock.fastForward(5_000);
    expect(asked).toEqual([]);
  });
}
