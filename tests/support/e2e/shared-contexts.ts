// SPDX-License-Identifier: Apache-2.0

import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';

type StorageState = BrowserContextOptions['storageState'];

interface Wish {
  browser: Browser;
  /** Address of the app. */
  origin: string;
  /** Contexts are shared only between tests with equal options. */
  options: unknown;
  storageState: StorageState;
}

/**
 * The keeper is a page without scripts that stays open: its process, with everything compiled there, outlives a test's own
 * pages.
 */
interface Kept {
  context: BrowserContext;
  keeper: Page;
}

const keepers = new WeakMap<BrowserContext, Page>();

async function makeContext({ browser, origin }: Wish): Promise<Kept> {
  // The initial storage is written again for each test.
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const keeper = await context.newPage();
  await keeper.goto(`${origin}/robots.txt`);
  keepers.set(context, keeper);
  return { context, keeper };
}

/** False if the context cannot be reset: `page.clock` sets the clock of all its pages for good. */
async function emptyContext({ context, keeper }: Kept): Promise<boolean> {
  if (keeper.isClosed()) return false;
  await Promise.all(context.pages().map((page) => (page === keeper ? undefined : page.close())));
  await context.unrouteAll();
  await context.setOffline(false);
  await context.clearPermissions();
  await context.clearCookies();
  return keeper.evaluate(() => {
    localStorage.clear();
    // The replacement's own text claims to be that of the real one.
    return Function.prototype.toString.call(Date).includes('[native code]');
  });
}

async function fillStorage(keeper: Page, origin: string, state: StorageState): Promise<void> {
  const origins = typeof state === 'object' ? state.origins : [];
  const items = origins.find((one) => one.origin === origin)?.localStorage ?? [];
  if (items.length === 0) return;
  await keeper.evaluate((all) => {
    for (const { name, value } of all) localStorage.setItem(name, value);
  }, items);
}

export interface SharedContexts {
  /** A context that is as good as new. */
  open(wish: Wish): Promise<BrowserContext>;
  close(): Promise<void>;
}

/**
 * A separate context for each test would cost a process, and loading every file and compiling every script again. Here tests
 * with the same options share one context in turn. It is emptied in between, except for the files that it fetched.
 */
export function shareContexts(): SharedContexts {
  const known = new Map<string, Kept>();
  return {
    async open(wish) {
      const key = JSON.stringify(wish.options);
      let kept = known.get(key);
      if (kept && !(await emptyContext(kept))) {
        await kept.context.close();
        kept = undefined;
      }
      kept ??= await makeContext(wish);
      known.set(key, kept);
      await fillStorage(kept.keeper, wish.origin, wish.storageState);
      return kept.context;
    },
    async close() {
      for (const { context } of known.values()) await context.close();
    },
  };
}

/** The open page that shares this one's storage, if its context is a kept one. */
export function getKeeper(context: BrowserContext): Page | undefined {
  return keepers.get(context);
}

/** A new page in the keeper's process: a page that begins empty starts a process, and leaves it with its first address. */
export async function openPage(context: BrowserContext): Promise<Page> {
  const keeper = getKeeper(context);
  if (!keeper) return context.newPage();
  const opened = context.waitForEvent('page');
  await keeper.evaluate(() => void window.open(location.href, '_blank', 'noopener'));
  const page = await opened;
  await page.waitForLoadState();
  return page;
}
