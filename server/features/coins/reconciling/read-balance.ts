// SPDX-License-Identifier: Apache-2.0

import { isRefusal } from '../../../platform/refusal.ts';
import type { RefreshDeps } from '../payments/refresh-payment.ts';
import { findUnreadSince, insertProviderEntries, noteReadUntil } from '../provider-entry-store.ts';
import { toBookingDay } from '../rules.ts';

export const balanceTask = 'read-provider-balance';

/** What is booked a moment late at the provider is found all the same. */
const overlapMs = 2 * 24 * 3_600_000;

/**
 * Reads what the card provider's balance says of our payments since the last time, and books it with its fees. Read twice it
 * is booked once; cut off in the middle it is read from the beginning.
 * @throws where the provider does not answer, to be repeated
 */
export async function readBalance({ db, clock, cards }: RefreshDeps): Promise<void> {
  if (!cards.isConfigured) return;
  const unreadSince = await findUnreadSince(db);
  if (!unreadSince) return;
  const now = clock.now();
  const since = new Date(unreadSince.getTime() - overlapMs);
  let after: string | undefined;
  do {
    const page = await cards.listEntries({ since, after });
    if (isRefusal(page)) throw new Error('the card provider did not tell its balance');
    const entries = page.entries.map((entry) => ({
      ...entry,
      bookedAt: toBookingDay(entry.happenedAt, now),
    }));
    await db.transaction((tx) => insertProviderEntries(tx, entries));
    after = page.nextAfter;
  } while (after !== undefined);
  await noteReadUntil(db, now);
}
