// SPDX-License-Identifier: Apache-2.0

import { defineConfig } from '@playwright/test';
import { browserFlags, findTestBrowser, needlessFlags } from './scripts/find-browser.ts';
import { patient, testMs, waitMs } from './tests/support/patience.ts';

/** These start the browser that their project is named after. */
const walks = '**/walks.spec.ts';
const executablePath = findTestBrowser();

export default defineConfig({
  testDir: 'tests/e2e',
  // The servers are started by the tests themselves (tests/support/e2e), each on ports and data of its own.
  // One more than the cores that there are at least: tests wait now and then.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  timeout: patient(testMs),
  // The checks of a whole change should not fall for one test that met a busy machine. What passes on the second try is
  // named at the end of the run as "flaky", and is a fault to mend.
  retries: process.env.CI ? 1 : 0,
  expect: { timeout: patient(waitMs) },
  projects: [
    { name: 'chromium', testIgnore: walks },
    { name: 'firefox', testMatch: walks, workers: 1 },
    { name: 'webkit', testMatch: walks, workers: 1 },
  ],
  reporter: 'list',
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    // What a worker answers is no request that a test could hold up; tests of the worker ask for it.
    serviceWorkers: 'block',
    // Motion costs most of what a test takes where no graphics card helps; tests of motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace costs a fifth of a test's time and is needed where one fails: `playwright test --trace on FILE` has it.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      ignoreDefaultArgs: needlessFlags,
      args: [
        ...browserFlags,
        // A page lives for seconds: optimizing its scripts, and painting it by many at once, costs more than it saves.
        '--js-flags=--no-opt --no-maglev',
        '--in-process-gpu',
        '--num-raster-threads=1',
        // The part that fetches needs no process of its own. The other feature is one that Playwright itself turns off, repeated here.
        '--enable-features=NetworkServiceInProcess2,CDPScreenshotNewSurface',
        // Pages of one context share a process, and with it what was compiled (tests/support/e2e/shared-contexts.ts).
        '--process-per-site',
      ],
    },
  },
});
