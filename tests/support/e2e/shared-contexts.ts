// SPDX-License-Identifier: Apache-2.0

import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';

type StorageState = BrowserContextOptions['storageState'];

interface Wish {
  browser: Browser;
  /** Address of the app. */
  origin: string;
  /** Only tests with equal options share contexts. */
  options: unknown;
  storageState: StorageState;
}

/**
 * The keeper is a page without scripts that stays open. Its process, with all compiled code, thus outlives a test's own
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

/** False if the context can't be reset: `page.clock` permanently sets the clock of all its pages. */
async function emptyContext({ context, keeper }: Kept): Promise<boolean> {
  if (keeper.isClosed()) return false;
  await Promise.all(context.pages().map((page) => (page === keeper ? undefined : page.close())));
  await context.unrouteAll();
  await context.setOffline(false);
  await context.clearPermissions();
  await context.clearCookies();
  return keeper.evaluate(() => {
    localStorage.clear();
    // A replaced Date's own `toString` pretends to be the original's, so this asks Function.prototype.
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
  /** A context in the state of a new one. */
  open(wish: Wish): Promise<BrowserContext>;
  close(): Promise<void>;
}

/**
 * A new context for each test would cost a process, and loading and compiling all files again. So tests with the same
 * options share one context in turn. It is emptied in between, except for fetched files.
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

/** The open page that shares this page's storage, if its context is shared. */
export function getKeeper(context: BrowserContext): Page | undefined {
  return keepers.get(context);
}

/**
 * Opens a new page in the keeper's process. An empty new page would start a process, and leave it at its first address.
 */
export async function openPage(context: BrowserContext): Promise<Page> {
  const keeper = getKeeper(context);
  if (!keeper) return context.newPage();
  const opened = context.waitForEvent('page');
  await keeper.evaluate(() => void window.open(location.href, '_blank', 'noopener'));
  const page = await opened;
  await page.waitForLoadState();
  return page;
}
