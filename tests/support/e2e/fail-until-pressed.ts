// SPDX-License-Identifier: Apache-2.0

import type { Locator, Page, Route } from '@playwright/test';

interface Failing {
  /** How many times the page has sent the request so far. */
  asked(): number;
  /** Presses "Try again", by default the only such button on the page. Later requests are answered. */
  press(button?: Locator): Promise<void>;
}

interface Answers {
  /** How the call fails; by default there is no answer. */
  fail?: (route: Route) => Promise<void>;
  /** The answer after the press; by default the server's own. */
  answer?: (route: Route) => Promise<void>;
}

/**
 * Makes calls to `url` fail until "Try again" is pressed. Automatic retries, such as when the live stream opens, fail
 * too; otherwise the button would disappear before the press.
 */
export async function failUntilPressed(
  page: Page,
  url: string,
  { fail = (route) => route.abort(), answer = (route) => route.continue() }: Answers = {},
): Promise<Failing> {
  let asked = 0;
  // Another part of this page may already have been pressed.
  await page.evaluate('self.isPressed = false');
  await page.route(url, async (route) => {
    asked += 1;
    try {
      const isPressed = await page.evaluate<boolean>('self.isPressed === true');
      await (isPressed ? answer(route) : fail(route));
    } catch {
      // The page that sent the call is being left, so the call goes with it.
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
