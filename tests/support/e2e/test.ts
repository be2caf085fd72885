// SPDX-License-Identifier: Apache-2.0

import { test as base, type ConsoleMessage, expect, type Page, type WebError } from '@playwright/test';
import { logoutPath } from '../../../web/lib/session-ends.ts';
import { patient, testMs } from '../patience.ts';
import { type RunningApp, startApp } from './app.ts';
import { become, type KeptSession, type Who } from './players.ts';
import { openPage, type SharedContexts, shareContexts } from './shared-contexts.ts';

interface Problems {
  /** Expects a console error that this test causes, such as the browser's message about a refused call. */
  expect(pattern: RegExp): void;
}

interface WorkerParts {
  /** CHALLENGE_TIME_SCALE of the app under test. */
  timeScale: number;
  app: RunningApp;
  contexts: SharedContexts;
  getSession: (who: Who) => Promise<KeptSession>;
}

interface Parts {
  problems: Problems;
  /** Who is signed in when the test begins: a person created once for all tests of a worker. */
  who: Who;
}

/**
 * In Chromium, an open page ignores a new route for a moment after `route` has resolved, so a press in the next line
 * could still reach the server. The page sends small requests until the route answers.
 */
function waitUntilRouted(page: Page): void {
  const route = page.route.bind(page);
  const probe = '**/robots.txt';
  page.route = async (...args) => {
    const added = await route(...args);
    const isEmpty = !page.url().startsWith('http') || page.url().endsWith('/robots.txt');
    if (isEmpty) return added;
    await route(probe, (call) => call.fulfill({ body: 'ours' }));
    const ask = `fetch('/robots.txt', { cache: 'no-store' }).then((answer) => answer.text())`;
    await expect.poll(() => page.evaluate<string>(ask), 'the page is routed').toBe('ours');
    await page.unroute(probe);
    return added;
  };
}

/**
 * If a page was left before its logout was answered, the next page repeats the logout, and the server refuses the ended
 * token.
 */
function isRepeatedLogout(message: ConsoleMessage): boolean {
  return message.location().url.endsWith(logoutPath) && message.text().includes('status of 401');
}

/**
 * The server closes the stream of a page that has stopped reading, as pages on a loaded machine do for seconds. The page
 * opens another one.
 */
function isClosedStream(message: ConsoleMessage): boolean {
  return (
    message.location().url.endsWith('/live') && message.text().includes('ERR_INCOMPLETE_CHUNKED_ENCODING')
  );
}

/** Playwright's test with the whole app. Any unexpected console or page error fails it. */
export const test = base.extend<Parts, WorkerParts>({
  timeScale: [60, { option: true, scope: 'worker' }],
  app: [
    async ({ timeScale }, use) => {
      const app = await startApp({ timeScale });
      await use(app);
      await app.stop();
    },
    { scope: 'worker', timeout: patient(testMs) },
  ],
  baseURL: async ({ app }, use) => use(app.url),
  contexts: [
    async ({ browser }, use) => {
      const contexts = shareContexts();
      await use(contexts);
      if (browser.isConnected()) await contexts.close();
    },
    { scope: 'worker' },
  ],
  who: ['visitor', { option: true }],
  getSession: [
    async ({ browser, app }, use) => {
      const known = new Map<Who, Promise<KeptSession>>();
      await use((who) => {
        const session = known.get(who) ?? become(browser, app, who);
        known.set(who, session);
        return session;
      });
    },
    { scope: 'worker', timeout: patient(testMs) },
  ],
  storageState: async ({ who, getSession }, use) => use(await getSession(who)),
  // List every context option here that some test sets.
  context: async (
    {
      contexts,
      browser,
      app,
      storageState,
      contextOptions,
      deviceScaleFactor,
      serviceWorkers,
      timezoneId,
      viewport,
    },
    use,
  ) => {
    const options = { contextOptions, deviceScaleFactor, serviceWorkers, timezoneId, viewport };
    await use(await contexts.open({ browser, origin: app.url, options, storageState }));
  },
  page: async ({ context }, use) => {
    const page = await openPage(context);
    waitUntilRouted(page);
    await use(page);
    await page.close();
  },
  problems: [
    async ({ context }, use) => {
      const expected: RegExp[] = [];
      const seen: { text: string; from?: string }[] = [];
      const onConsole = (message: ConsoleMessage) => {
        if (message.type() !== 'error' || isRepeatedLogout(message) || isClosedStream(message)) return;
        seen.push({ text: message.text(), from: message.location().url });
      };
      const onError = (error: WebError) => void seen.push({ text: String(error.error()) });
      context.on('console', onConsole).on('weberror', onError);
      await use({ expect: (pattern) => void expected.push(pattern) });
      context.off('console', onConsole).off('weberror', onError);
      const unexpected = seen.filter(({ text }) => !expected.some((pattern) => pattern.test(text)));
      expect(unexpected, 'errors in the browser console').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
