// SPDX-License-Identifier: Apache-2.0

import type { Page } from '@playwright/test';
import { expectNothingClipped } from '../support/e2e/accessible.ts';
import { expect, test } from '../support/e2e/test.ts';

const word = 'Rindfleischetikettierungsueberwachungsaufgabenuebertragungs';

/** Makes a text of administrators or players one long word without spaces. */
async function lengthen(page: Page, calls: RegExp, field: string): Promise<void> {
  const written = new RegExp(`"${field}":"[^"]*"`, 'g');
  await page.route(calls, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(written, `"${field}":"${word}"`);
    await route.fulfill({ response, body });
  });
}

interface Screen {
  path: string;
  who: 'visitor' | 'newcomer' | 'veteran' | 'admin';
  calls: RegExp;
  field: string;
}
const screens: readonly Screen[] = [
  { path: '/challenges', who: 'visitor', calls: /\/api\/v1\/landing/, field: 'description' },
  { path: '/home', who: 'newcomer', calls: /\/api\/v1\/challenge\//, field: 'description' },
  { path: '/past-challenges', who: 'veteran', calls: /\/api\/v1\/challenge\//, field: 'description' },
  { path: '/dashboard/events', who: 'admin', calls: /\/api\/v1\/events/, field: 'title' },
];

for (const { path, who, calls, field } of screens) {
  test.describe(`${path} of a ${who}`, { tag: '@long' }, () => {
    test.use({ who });

    test('shows a long word completely without growing wider', async ({ page }) => {
      await lengthen(page, calls, field);
      await page.goto(path);
      await expect(page.getByText(word).filter({ visible: true }).first()).toBeVisible();
      for (const width of [1440, 768, 320]) {
        await page.setViewportSize({ width, height: 800 });
        await expectNothingClipped(page);
      }
    });
  });
}

test.describe('on a small phone', { tag: '@long' }, () => {
  test.use({ who: 'veteran' });

  test('a past challenge is no wider than its table', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto('/past-challenges');
    const row = page.getByRole('row').filter({ hasText: 'Survive the ring' });
    await expect(row).toBeVisible();
    const [inner, outer] = await Promise.all([row.boundingBox(), page.getByRole('table').boundingBox()]);
    const room = outer && outer.x + outer.width;
    expect(inner && inner.x + inner.width).toBeLessThanOrEqual(room ?? 0);
    expect(room).toBeLessThanOrEqual(320 - 18);
  });
});
