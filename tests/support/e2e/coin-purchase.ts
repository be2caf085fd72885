// SPDX-License-Identifier: Apache-2.0

import type { Page } from '@playwright/test';
import { expectBalance, signIn } from './play.ts';

/** Packages by their labels in the list. */
export const small = '100 – $ 1.00';
export const discounted = '500 – $ 5.00 (-5% = 4.75$)';

export const arrived = (page: Page) => page.getByRole('heading', { name: 'You got your coins' });
export const waiting = (page: Page) => page.getByText('Paid. Your coins arrive when the bank confirms it.');
/** The browser logs each unsuccessful answer of the provider. */
export const declinedNote = /status of 402/;

/** A new player with the welcome coins, on the screen for buying coins. */
export async function begin(page: Page, to = '/trade-coins'): Promise<void> {
  await signIn(page, { to });
  await expectBalance(page, 500);
}
