// SPDX-License-Identifier: Apache-2.0

import type { Page } from '@playwright/test';
import { signIn } from './play.ts';
import { expect } from './test.ts';

/** The address of the sandbox's SUPER_ADMIN. */
const administrator = 'admin@finalring.test';

/** Signs in as the sandbox's administrator and opens a tab of the dashboard, such as `coins`; '' is the first one. */
export async function openDashboard(page: Page, path: string): Promise<void> {
  await signIn(page, { email: administrator, to: path ? `/dashboard/${path}` : '/dashboard' });
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
}

/** Makes every call with that method and path fail, with an error unknown to the server. */
export async function failCalls(page: Page, method: string, path: string): Promise<void> {
  await page.route(path, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 500, json: { message: 'Something went wrong', code: 'internal' } })
      : route.fallback(),
  );
}
