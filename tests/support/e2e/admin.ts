// SPDX-License-Identifier: Apache-2.0

import type { Page } from '@playwright/test';
import { signIn } from './play.ts';
import { expect } from './test.ts';

/** The address that the sandbox makes SUPER_ADMIN. */
const administrator = 'admin@finalring.test';

/** Signs the sandbox's administrator in and opens a tab of the dashboard, such as `coins`; '' is the first one. */
export async function openDashboard(page: Page, path: string): Promise<void> {
  await signIn(page, { email: administrator, to: path ? `/dashboard/${path}` : '/dashboard' });
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
}

/** Fails every call with that method and path, with an error for which the server has no words. */
export async function failCalls(page: Page, method: string, path: string): Promise<void> {
  await page.route(path, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 500, json: { message: 'Something went wrong', code: 'internal' } })
      : route.fallback(),
  );
}
