// SPDX-License-Identifier: Apache-2.0

import { challengesApi } from '../../contract/challenges.ts';
import { holdBack } from '../support/e2e/arrival.ts';
import { ask, send, signIn, uniqueName } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

test('the offer of push messages shifts nothing when it appears', { tag: '@long' }, async ({ page }) => {
  await page.addInitScript("Object.defineProperty(Notification, 'permission', { get: () => 'default' })");
  await signIn(page, { to: '/robots.txt' });
  const [challenge] = await ask(page, challengesApi.getAll);
  const challengeType = challenge?.challengeVariants[0]?.challengeType;
  await send(page, challengesApi.start, { epicId: uniqueName(), challengeId: challenge?._id, challengeType });
  const code = await holdBack(page, /\/assets\/push-offer-[\w-]{8}\.js$/);
  const status = page.getByRole('main').getByText('IN PROGRESS', { exact: true }).first();
  for (const [path, below] of [
    ['/home', page.getByRole('heading', { name: 'Challenges', exact: true })],
    ['/past-challenges', page.getByText('Total Attempts')],
  ] as const) {
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const release = code.hold();
      await page.goto(path);
      await expect(status).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await page.evaluate('document.fonts.ready.then(() => undefined)');
      const getPlaces = () => Promise.all([status, below].map(async (part) => (await part.boundingBox())?.y));
      const before = await getPlaces();
      release();
      await expect(page.getByRole('region', { name: 'Notify me on this device' })).toBeVisible();
      expect(await getPlaces(), `${path}, ${width} wide`).toEqual(before);
    }
  }
});
