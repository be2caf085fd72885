// SPDX-License-Identifier: Apache-2.0

import { fileURLToPath } from 'node:url';
import { expect, type FrameLocator, firefox, type Page } from '@playwright/test';
import { patient, testMs } from '../patience.ts';
import type { Engine, Part, Walker } from './walker.ts';

const executablePath = fileURLToPath(new URL('./firefox.mjs', import.meta.url));

function toWalker(page: Page, frame?: FrameLocator): Walker {
  const root = frame ?? page;
  const find = ({ role, name, within }: Part) => {
    const around = within ? root.getByRole(within.role).filter({ hasText: within.text }).first() : root;
    const isExact = typeof name === 'string';
    return role === 'field'
      ? around.getByLabel(name, { exact: isExact })
      : around.getByRole(role, { name, exact: isExact });
  };
  return {
    open: async (address) => void (await page.goto(address, { waitUntil: 'domcontentloaded' })),
    press: (part) => find(part).click(),
    fill: async (label, text) => {
      const field = find({ role: 'field', name: label });
      await field.selectText();
      // Key by key: React misses the text that Playwright's `fill` sets in this browser.
      await field.pressSequentially(text);
    },
    choose: async (label, option) =>
      void (await find({ role: 'field', name: label }).selectOption({ label: option })),
    expectPart: (part) => expect(find(part)).toBeVisible(),
    expectText: (text) => expect(root.locator('body')).toContainText(text, { useInnerText: true }),
    expectPath: (path) => expect.poll(() => new URL(page.url()).pathname).toBe(path),
    inFrame: (title, act) => act(toWalker(page, root.frameLocator(`iframe[title="${title}"]`))),
  };
}

/** Debian's Firefox without a window. */
export async function startFirefox(): Promise<Engine> {
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath,
    timeout: patient(testMs),
    // Instead of those for Chromium (playwright.config.ts).
    args: [],
    ignoreDefaultArgs: false,
    firefoxUserPrefs: {
      'ui.prefersReducedMotion': 1,
      'dom.ipc.processPrelaunch.enabled': false,
      // No test reaches Mozilla's push service.
      'dom.push.connection.enabled': false,
    },
  });
  return {
    async openTab() {
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        locale: 'en-US',
        permissions: ['notifications'],
      });
      const errors: string[] = [];
      context.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())));
      context.on('weberror', (error) => void errors.push(String(error.error())));
      const page = await context.newPage();
      return {
        walker: toWalker(page),
        takePicture: () => page.screenshot(),
        close: async () => {
          // A copy, because Playwright takes a picture at the end, with a style that the page refuses.
          const seen = [...errors];
          await context.close();
          return seen;
        },
      };
    },
    close: () => browser.close(),
  };
}
