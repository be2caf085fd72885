// SPDX-License-Identifier: Apache-2.0

import type { Locator, Page, Route } from '@playwright/test';

interface Failing {
  /** How often the page has asked so far. */
  asked(): number;
  /** Presses "Try again", the page's only one unless another is given: what it then asks for is answered. */
  press(button?: Locator): Promise<void>;
}

interface Answers {
  /** How the call fails; by default nothing answers. */
  fail?: (route: Route) => Promise<void>;
  /** What a call after the press gets; by default the server's own answer. */
  answer?: (route: Route) => Promise<void>;
}

/**
 * Lets the calls to `url` fail until "Try again" is pressed. A page also asks by itself, as when its live stream opens:
 * were that answered, the button would be gone under the press.
 */
export async function failUntilPressed(
  page: Page,
  url: string,
  { fail = (route) => route.abort(), answer = (route) => route.continue() }: Answers = {},
): Promise<Failing> {
  let asked = 0;
  // A part of this page may have been pressed before.
  await page.evaluate('self.isPressed = false');
  await page.route(url, async (route) => {
    asked += 1;
    try {
      const isPressed = await page.evaluate<boolean>('self.isPressed === true');
      await (isPressed ? answer(route) : fail(route));
    } catch {
      // The page that asked is on its way out, and its call with it.
    }
  });
  return {
    asked: () => asked,
    press: async (button = page.getByRole('button', { name: 'Try again' })) => {
      await page.evaluate(
        "addEventListener('click', () => { self.isPressed = true }, { capture: true, once: true })",
      );
      await button.click();
    },
  };
}
