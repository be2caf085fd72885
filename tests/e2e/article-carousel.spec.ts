// SPDX-License-Identifier: Apache-2.0

import type { Page } from '@playwright/test';
import { signIn } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** The home page at its blog section, with a stopped clock. */
async function openCarousel(page: Page) {
  await page.clock.install();
  await signIn(page, { to: '/home#blogs' });
  const carousel = page.getByRole('group', { name: 'Articles' });
  await expect(carousel.getByRole('link', { name: /^Read More/ })).toHaveCount(6);
  // The carousel moves only on a settled page, for which the clock must run.
  await expect(carousel.getByRole('button', { name: 'Next article' })).toBeVisible();
  await page.mouse.move(5, 5);
  await page.clock.pauseAt(Date.now() + 60_000);
  const [moving, still] = [carousel.locator('[aria-live=off]'), carousel.locator('[aria-live=polite]')];
  const pass = (ms: number) => page.clock.runFor(ms);
  const expectPlace = (place: number) =>
    expect(carousel.getByRole('button', { name: new RegExp(`^Show article ${place}:`) })).toHaveAttribute(
      'aria-current',
      'true',
    );
  return { carousel, moving, still, pass, expectPlace };
}

test('the carousel advances every four seconds unless somebody uses it', { tag: '@long' }, async ({
  page,
}) => {
  const { carousel, moving, still, pass, expectPlace } = await openCarousel(page);
  await page.locator('#blogs').scrollIntoViewIfNeeded();
  await carousel.getByRole('button', { name: /^Show article 1:/ }).click();
  await page.mouse.move(5, 5);
  await expect(moving).toBeAttached();
  await expectPlace(1);
  await pass(3_900);
  await expectPlace(1);
  await pass(200);
  await expectPlace(2);
  await pass(4_000);
  await expectPlace(3);

  await carousel.hover();
  await expect(still).toBeAttached();
  await pass(20_000);
  await expectPlace(3);
  await page.mouse.move(5, 5);
  await expect(moving).toBeAttached();

  await carousel.getByRole('button', { name: 'Next article' }).focus();
  await page.keyboard.press('ArrowRight');
  await expectPlace(4);
  await page.keyboard.press('ArrowLeft');
  await expectPlace(3);
  await expect(still).toBeAttached();
  await pass(20_000);
  await expectPlace(3);
  await page.evaluate('document.activeElement.blur()');
  await expect(moving).toBeAttached();

  await page.evaluate('window.scrollTo({ top: 0, behavior: "instant" })');
  await expect(still).toBeAttached();
  await pass(20_000);
  await expectPlace(3);
  await carousel.scrollIntoViewIfNeeded();
  await expect(moving).toBeAttached();
  await pass(4_000);
  await expectPlace(4);

  await carousel.getByRole('button', { name: 'Pause' }).click();
  await page.mouse.move(5, 5);
  await pass(20_000);
  await expectPlace(4);
  await carousel.getByRole('button', { name: 'Start moving' }).click();
  await page.mouse.move(5, 5);
  await expect(moving).toBeAttached();
  await pass(4_100);
  await expectPlace(5);
  await pass(8_000);
  await expectPlace(1);
});

test('the carousel does not move for readers who prefer reduced motion', { tag: '@long' }, async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { carousel, still, pass, expectPlace } = await openCarousel(page);
  await carousel.scrollIntoViewIfNeeded();
  await expect(carousel.getByRole('button', { name: 'Pause' })).toHaveCount(0);
  await expect(still).toBeAttached();
  await pass(20_000);
  await expectPlace(1);
  await carousel.getByRole('button', { name: 'Next article' }).click();
  await expectPlace(2);
  await carousel.getByRole('button', { name: 'Previous article' }).click();
  await expectPlace(1);
});

test('the carousel shows one, two or three articles of the chosen category', { tag: '@long' }, async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page, { to: '/home#blogs' });
  const carousel = page.getByRole('group', { name: 'Articles' });
  const seen = () =>
    carousel.getByRole('listitem').evaluateAll((items) => {
      const slides = items.filter((item) => item.querySelector('h3'));
      return slides.filter((slide) => {
        const { left, right } = slide.getBoundingClientRect();
        return left > -40 && right <= window.innerWidth;
      }).length;
    });
  for (const [width, count] of [
    [1440, 3],
    [768, 2],
    [390, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await carousel.scrollIntoViewIfNeeded();
    await expect.poll(seen, `${width} wide`).toBe(count);
  }
  await page.getByRole('button', { name: 'Research', exact: true }).click();
  await expect(carousel.getByRole('heading')).toHaveText(['Why Competitive Gaming Builds Real Skills']);
  await carousel.getByRole('link', { name: /^Read More/ }).click();
  await expect(page).toHaveURL(/\/blog\/why-competitive-gaming-builds-real-skills$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Why Competitive Gaming Builds Real Skills',
  );
  await expect(page.getByLabel('Balance: 500 Gamer Coins')).toBeVisible();
});
