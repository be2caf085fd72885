// SPDX-License-Identifier: Apache-2.0

import { test as base, expect } from '@playwright/test';
import { type RunningApp, startApp } from '../e2e/app.ts';
import { patient, testMs } from '../patience.ts';
import { startFirefox } from './firefox.ts';
import type { Engine, Walker } from './walker.ts';
import { startWebKit } from './webkit.ts';

const start: Record<string, () => Promise<Engine>> = { firefox: startFirefox, webkit: startWebKit };
const forWorker = { scope: 'worker', timeout: patient(testMs) } as const;

/** Playwright's test with the whole app and a person in front of the browser that the project is named after. */
export const test = base.extend<{ walker: Walker }, { app: RunningApp; engine: Engine }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of other fixtures here
    async ({}, use) => {
      const app = await startApp({ timeScale: 60 });
      await use(app);
      await app.stop();
    },
    forWorker,
  ],
  engine: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use, { project }) => {
      const engine = await (start[project.name] as () => Promise<Engine>)();
      await use(engine);
      await engine.close();
    },
    forWorker,
  ],
  walker: async ({ engine }, use, testInfo) => {
    const tab = await engine.openTab();
    await use(tab.walker);
    if (testInfo.status !== testInfo.expectedStatus) {
      await testInfo.attach('picture', { body: await tab.takePicture(), contentType: 'image/png' });
    }
    expect(await tab.close(), 'errors in the browser console').toEqual([]);
  },
});
