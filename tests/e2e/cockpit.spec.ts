// SPDX-License-Identifier: Apache-2.0

import { failUntilPressed } from '../support/e2e/fail-until-pressed.ts';
import { enterChallenge, playMatch, signIn, uniqueName } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

test('the tracker follows an attempt through every status, and reads on request', { tag: '@long' }, async ({
  page,
  app,
}) => {
  await signIn(page);
  const cockpit = page.getByRole('region', { name: 'Where you stand' });
  await cockpit.getByRole('button', { name: 'Skip' }).click();
  await expect(cockpit.getByRole('heading', { name: 'Next up' })).toBeVisible();
  await expect(cockpit.getByRole('link', { name: /GC to \w/ })).toBeVisible();
  await expect(cockpit.getByRole('link', { name: /No streak yet/ })).toBeVisible();
  const card = await cockpit.boundingBox();
  const goals = await cockpit.getByRole('list').boundingBox();
  if (!card || !goals) throw new Error('No goals');
  expect(card.y + card.height - goals.y - goals.height, 'empty below the goals').toBeLessThan(32);

  const epicId = uniqueName();
  await enterChallenge(page, { challenge: /Survive the ring/, epicId });
  await page.keyboard.press('Escape');
  await expect(cockpit.getByText('PENDING', { exact: true })).toBeVisible();
  const steps = cockpit.getByRole('list', { name: 'Progress of this challenge' }).getByRole('listitem');
  await expect(steps).toContainText([/^Entered/, /^Your match · not reported yet/, /^Readings/, /^Result/]);
  await expect(cockpit.getByText('IN PROGRESS', { exact: true })).toBeVisible();

  const asked = page.waitForResponse(/\/read-now$/);
  // Enabled only between two readings, a shorter time than a slow machine needs for a click.
  const isOver = cockpit.getByRole('button', { name: 'My match is over' });
  await isOver.evaluate(
    (button: HTMLButtonElement) =>
      new Promise<void>((resolve) => {
        const press = () => {
          if (button.ariaDisabled === 'true') requestAnimationFrame(press);
          else {
            button.focus();
            resolve(button.click());
          }
        };
        press();
      }),
  );
  expect((await asked).status()).toBe(200);
  await expect(isOver).toBeFocused();
  await playMatch(app, epicId, { placement: 40, kills: 0 });
  await expect(cockpit.getByText('WAITING RECHECK', { exact: true })).toBeVisible();
  await expect(steps).toContainText([
    /^Entered/,
    /^Match seen/,
    /^Readings · \d+ so far/,
    /being confirmed$/,
  ]);

  await expect(page.getByRole('dialog', { name: 'Challenge lost' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(cockpit.getByRole('heading', { name: 'Next up' })).toBeVisible();
  await expect(cockpit.getByRole('link', { name: /1-day streak/ })).toBeVisible();
  await expect(cockpit.getByRole('link', { name: /Place \d+ this week/ })).toBeVisible();
});

test('the tracker shows what failed to load, and loads it on request', { tag: '@long' }, async ({
  page,
  problems,
}) => {
  problems.expect(/net::ERR_FAILED/);
  await signIn(page, { to: '/robots.txt' });
  const calls = '**/api/v1/{leaderboard,leaderboard/streak,events/mine,gift-card/get}*';
  const failing = await failUntilPressed(page, calls);
  await page.goto('/home');
  const cockpit = page.getByRole('region', { name: 'Where you stand' });
  await cockpit.getByRole('button', { name: 'Skip' }).click();
  await expect(cockpit.getByRole('alert')).toContainText('couldn’t load');
  await failing.press(cockpit.getByRole('button', { name: 'Try again' }));
  await expect(cockpit.getByRole('link', { name: /No streak yet/ })).toBeVisible();
  await expect(cockpit.getByRole('link', { name: /GC to \w/ })).toBeVisible();
});

test('every button of the home page on a phone is large enough for a thumb', { tag: '@long' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page);
  await expect(page.getByRole('heading', { name: /Survive the ring/ })).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  const small = await page.locator('header button, main button').evaluateAll((buttons) =>
    buttons
      .map((button) => ({
        name: button.ariaLabel ?? button.textContent,
        box: button.getBoundingClientRect(),
      }))
      .filter(({ box }) => box.width > 0 && Math.min(box.width, box.height) < 44)
      .map(({ name, box }) => `${name}: ${box.width} x ${box.height}`),
  );
  expect(small).toEqual([]);
});

test('the player card starts in the upper half of a phone screen', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page);
  const cockpit = page.getByRole('region', { name: 'Where you stand' });
  await expect(cockpit.getByRole('heading', { name: 'Get ready' })).toBeVisible();
  expect((await cockpit.boundingBox())?.y).toBeLessThan(360);
  await expect(page.getByRole('link', { name: 'View Challenges' })).toBeInViewport({ ratio: 1 });
});

test('the shortcuts on a phone stay within reach of the thumb', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page);
  const shortcuts = page.getByRole('navigation', { name: 'Shortcuts' });
  for (const [name, path] of [
    ['Shop', '/products'],
    ['Profile', '/profile'],
    ['Home', '/home'],
  ] as const) {
    await shortcuts.getByRole('link', { name }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(shortcuts.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
    await expect(shortcuts).toBeInViewport({ ratio: 1 });
  }
});
