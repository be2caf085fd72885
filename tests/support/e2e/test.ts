import { test as base, expect, type Page } from '@playwright/test';
import { type RunningApp, startApp } from './app.ts';

interface Problems {
  /** Console errors that this test provokes on purpose, such as the browser's note of a refused call. */
  expect(pattern: RegExp): void;
}

interface WorkerParts {
  /** CHALLENGE_TIME_SCALE of the app under test. */
  timeScale: number;
  app: RunningApp;
}

/**
 * Chromium lets a page that is open already go past a new route for a moment after `route` has answered: a press of the
 * next line then reached the server. The page asks for something small until the answer is ours.
 */
function waitUntilRouted(page: Page): void {
  const route = page.route.bind(page);
  const probe = '**/robots.txt';
  page.route = async (...args) => {
    const added = await route(...args);
    if (!page.url().startsWith('http')) return added;
    await route(probe, (call) => call.fulfill({ body: 'ours' }));
    const ask = `fetch('/robots.txt', { cache: 'no-store' }).then((answer) => answer.text())`;
    await expect.poll(() => page.evaluate<string>(ask), 'the page is routed').toBe('ours');
    await page.unroute(probe);
    return added;
  };
}

/** Playwright's test with the whole app beside it; any console error or page error that was not expected fails it. */
export const test = base.extend<{ problems: Problems }, WorkerParts>({
  timeScale: [60, { option: true, scope: 'worker' }],
  app: [
    async ({ timeScale }, use) => {
      const app = await startApp({ timeScale });
      await use(app);
      await app.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  page: async ({ page }, use) => {
    waitUntilRouted(page);
    await use(page);
  },
  baseURL: async ({ app }, use) => use(app.url),
  problems: [
    async ({ context }, use) => {
      const expected: RegExp[] = [];
      const seen: string[] = [];
      context.on('console', (message) => {
        if (message.type() === 'error') seen.push(message.text());
      });
      context.on('weberror', (error) => seen.push(String(error.error())));
      await use({ expect: (pattern) => void expected.push(pattern) });
      const unexpected = seen.filter((text) => !expected.some((pattern) => pattern.test(text)));
      expect(unexpected, 'errors in the browser console').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
