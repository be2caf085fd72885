// SPDX-License-Identifier: Apache-2.0

import type { Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

/** From the profile, opens the first of the two dialogs. */
export async function openDeletion(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Delete your account?');
  return dialog;
}

/** Goes through both dialogs, up to the last button. */
export async function deleteAccount(page: Page): Promise<void> {
  const dialog = await openDeletion(page);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
}
