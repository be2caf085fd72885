// SPDX-License-Identifier: Apache-2.0

import { isRefusal } from '../../../platform/refusal.ts';
import type { RefreshDeps } from '../payments/refresh-payment.ts';
import { findUnreadSince, insertProviderEntries, noteReadUntil } from '../provider-entry-store.ts';
import { toBookingDay } from '../rules.ts';

export const balanceTask = 'read-provider-balance';

/** Overlap with the previous read, to find entries that the provider books late. */
const overlapMs = 2 * 24 * 3_600_000;

/**
 * Reads the card provider's new balance entries about our payments, and books them with their fees. Entries that are
 * read twice are booked once; after an interruption, it starts over.
 * @throws if the provider does not answer, so that the job is retried
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
