import { test as base, expect } from '@playwright/test';
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
