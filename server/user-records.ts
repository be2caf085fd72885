import type { UserHistory, UserParts } from './features/accounts/view-user.ts';
import { challengeStats, listAttempts } from './features/challenges/attempt-store.ts';
import { viewAttempt } from './features/challenges/attempt-view.ts';
import { boundSince } from './features/challenges/epic-account-store.ts';
import { playedRecords } from './features/challenges/record-store.ts';
import { viewPaymentOfPerson } from './features/coins/export-payments.ts';
import { countPayments, paymentsBefore } from './features/coins/person-store.ts';
import { countPurchases, purchaseCounts } from './features/shop/purchase-count-store.ts';
import { purchasesBefore } from './features/shop/purchase-store.ts';
import { readTransfers } from './features/wallet/read-statement.ts';
import { coinsOf } from './ledger/balances.ts';
import type { Database } from './platform/db/database.ts';

/** What the features know of users that administrators look at. */
export const userParts: UserParts = { coins: coinsOf, giftCards: purchaseCounts, played: playedRecords };

/** A page of entries of which one more than its `limit` was read: it tells whether there is another page. */
function pageOf<Entry extends { _id: string }>(entries: Entry[], limit: number) {
  const list = entries.slice(0, limit);
  return { list, nextBefore: entries.length > limit ? (list.at(-1)?._id ?? null) : null };
}

export function userHistory(db: Database): UserHistory {
  return {
    epicId: async (userId) => (await boundSince(db, userId))?.name ?? null,
    async totals(userId) {
      const [played, purchases, payments] = await Promise.all([
        challengeStats(db, userId),
        countPurchases(db, userId),
        countPayments(db, userId),
      ]);
      return { attempts: played.totalChallenges, purchases, payments };
    },
    async attempts(userId, { before, limit }) {
      const page = { playerId: userId, limit: limit + 1, ...(before && { before }) };
      return pageOf((await listAttempts(db, page)).map(viewAttempt), limit);
    },
    async purchases(userId, { before, limit }) {
      const purchases = await purchasesBefore(db, userId, { before, limit: limit + 1 });
      return pageOf(
        purchases.map(({ hashCode: _, ...purchase }) => purchase),
        limit,
      );
    },
    async payments(userId, { before, limit }) {
      const payments = await paymentsBefore(db, userId, { before, limit: limit + 1 });
      return pageOf(payments.map(viewPaymentOfPerson), limit);
    },
    async transfers(userId, page) {
      const { history, nextBefore } = await readTransfers(db, userId, page);
      return { list: history, nextBefore };
    },
  };
}
