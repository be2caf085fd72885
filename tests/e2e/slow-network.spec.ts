// SPDX-License-Identifier: Apache-2.0

import type { Browser, BrowserContextOptions } from '@playwright/test';
import { accountsApi } from '../../contract/accounts.ts';
import { giveawaysApi } from '../../contract/giveaways.ts';
import { shopApi } from '../../contract/shop.ts';
import routes from '../../web/app/routes.ts';
import { getPatterns } from '../../web/build/page-routes.ts';
import { ask } from '../support/e2e/play.ts';
import type { Who } from '../support/e2e/players.ts';
import { screens } from '../support/e2e/screens.ts';
import { type SlowVisit, visitSlowly } from '../support/e2e/slow-network.ts';
import { test as base, expect } from '../support/e2e/test.ts';
import { patient } from '../support/patience.ts';

/** The pages tested at the same time. Each has its own slow connection, so that they wait in parallel. */
const pagesAtOnce = 6;
const maxRingMs = 1_000;
const maxShift = 0.02;

type Walk = (paths: readonly string[]) => Promise<SlowVisit[]>;

async function walkWith(
  browser: Browser,
  options: BrowserContextOptions,
  paths: readonly string[],
): Promise<SlowVisit[]> {
  const left = [...paths];
  const visits: SlowVisit[] = [];
  const walkOn = async () => {
    for (let path = left.shift(); path; path = left.shift())
      visits.push(await visitSlowly(browser, options, path));
  };
  await Promise.all(Array.from({ length: pagesAtOnce }, walkOn));
  return visits;
}

const test = base.extend<{ walk: Walk }>({
  walk: async ({ browser, baseURL, storageState, viewport }, use) => {
    const options = { baseURL, storageState, viewport, reducedMotion: 'reduce' } as BrowserContextOptions;
    await use((paths) => walkWith(browser, options, paths));
  },
});

function expectSound(visits: readonly SlowVisit[]): void {
  // Six pages at a time share the processor, so a busy machine shows each state for longer.
  const longest = patient(maxRingMs);
  const bad = visits.filter(
    ({ ringMs, emptyMs, shift }) => ringMs > longest || emptyMs > longest || shift > maxShift,
  );
  expect(bad, 'rings, empty pages and what moved').toEqual([]);
}

/** One address for each route that these people can open. */
function addressesFor(...whom: Who[]): string[] {
  const found = new Map<string, string>();
  for (const { route, path, who } of screens) {
    if (whom.includes(who) && !found.has(route)) found.set(route, path);
  }
  return [...found.values()];
}

test.describe('at 40 KB/s and 900 ms', { tag: '@long' }, () => {
  test.setTimeout(patient(240_000));

  test.describe('a visitor', () => {
    test('never sees a bare spinner', async ({ walk }) => {
      const signIn = '/google-login-success?authToken=none';
      expectSound(await walk([...addressesFor('visitor'), '/products', '/giveaways/0', signIn]));
    });
  });

  test.describe('a player', () => {
    test.use({ who: 'veteran' });

    test('never sees a bare spinner', async ({ page, walk }) => {
      await page.goto('/robots.txt');
      const [giveaway] = await ask(page, giveawaysApi.mine);
      const [card] = await ask(page, shopApi.list);
      const known: Record<string, string> = {
        '/giveaways/:id': `/giveaways/${giveaway?._id}`,
        '/products/:id': `/products/${card?._id}`,
      };
      const paths = addressesFor('veteran', 'newcomer').map((path) => known[path] ?? path);
      expectSound(await walk(paths));
      for (const path of ['/home', '/products', '/profile', ...Object.values(known)]) {
        const html = await (await page.request.get(path)).text();
        expect(html, `${path} as it is served`).toContain('aria-busy="true"');
      }
    });
  });

  test.describe('an administrator', () => {
    test.use({ who: 'admin' });

    test('never sees a bare spinner', async ({ page, walk }) => {
      await page.goto('/robots.txt');
      const { _id } = await ask(page, accountsApi.getProfile);
      const patterns = getPatterns(routes).filter((pattern) => pattern.startsWith('/dashboard'));
      expect(patterns.length).toBeGreaterThan(10);
      expectSound(await walk(patterns.map((pattern) => pattern.replace(':id', _id))));
    });
  });
});
