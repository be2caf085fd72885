// SPDX-License-Identifier: Apache-2.0

import routes from '../../web/app/routes.ts';
import { getPatterns } from '../../web/build/page-routes.ts';
import { zoomedTwice } from '../support/e2e/accessible.ts';
import { expectSoundArrival, expectUsableZoomed } from '../support/e2e/arrival.ts';
import { type Screen, screens, withoutScreen } from '../support/e2e/screens.ts';
import { test as base, expect } from '../support/e2e/test.ts';

const isUnknown = ({ path }: Screen) =>
  path === '/nowhere' ||
  path === '/blog/no' ||
  path.includes('/00000000') ||
  /\/(ABC234|Nobody-Wears-This)$/.test(path);

const test = base.extend<{ getAddress: (screen: Screen) => Promise<string> }>({
  getAddress: async ({ page, problems }, use) => {
    await use(async (screen) => {
      if (isUnknown(screen)) problems.expect(/404 \(Not Found\)/);
      if (!screen.path.includes(':id')) return screen.path;
      const isProduct = screen.route === '/products/:id';
      await page.goto(isProduct ? `/products?q=${screen.shows}` : '/events?tab=giveaways');
      const card = isProduct
        ? page
            .getByRole('listitem')
            .filter({ has: page.getByRole('heading', { name: String(screen.shows) }) })
        : page.getByRole('listitem', { name: 'Opening night', exact: true });
      return (await card.getByRole('link').first().getAttribute('href')) ?? '';
    });
  },
});

test('every route of visitors and players is checked here', () => {
  const known = getPatterns(routes).map((pattern) => pattern.replace(/^\/\*$/, '*'));
  const players = known.filter((pattern) => !pattern.startsWith('/dashboard'));
  expect(players.length).toBeGreaterThan(15);
  const listed = new Set([...screens.map(({ route }) => route), ...withoutScreen]);
  expect(players.toSorted()).toEqual([...listed].toSorted());
});

for (const screen of screens) {
  const { path, who, shows, isSample } = screen;
  test.describe(`${path} of a ${who}`, isSample ? {} : { tag: '@long' }, () => {
    test.use({ who });

    test('does not shift while loading, fits every width and is accessible', async ({ page, getAddress }) => {
      const address = await getAddress(screen);
      await expectSoundArrival(page, { path: address, shows, waits: who === 'veteran' });
    });
  });
}

test.describe('with 200 % zoom and high contrast', { tag: '@long' }, () => {
  test.use(zoomedTwice);

  for (const screen of screens.filter(({ isMain }) => isMain)) {
    test.describe(`${screen.path} of a ${screen.who}`, () => {
      test.use({ who: screen.who });

      test('is readable and usable', async ({ page, getAddress }) => {
        await expectUsableZoomed(page, { path: await getAddress(screen), shows: screen.shows });
      });
    });
  }
});
