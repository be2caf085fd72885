import type { UserDetail } from '../contract/users.ts';
import type { UserHistory, UserParts } from './features/accounts/view-user.ts';
import { listAttempts } from './features/challenges/attempt-store.ts';
import { viewAttempt } from './features/challenges/attempt-view.ts';
import { boundSince } from './features/challenges/epic-account-store.ts';
import { playedRecords } from './features/challenges/record-store.ts';
import { exportPayments } from './features/coins/export-payments.ts';
import { purchaseCounts } from './features/shop/purchase-count-store.ts';
import { listPurchases } from './features/shop/purchase-store.ts';
import { readStatement } from './features/wallet/read-statement.ts';
import { coinsOf } from './ledger/balances.ts';
import type { Database } from './platform/db/database.ts';

/** What the features know of users that administrators look at. */
export const userParts: UserParts = { coins: coinsOf, giftCards: purchaseCounts, played: playedRecords };

/** So many of each kind are shown beside each other; transfers are paged. */
const newest = 100;

export function userHistory(db: Database): UserHistory {
  return {
    epicId: async (userId) => (await boundSince(db, userId))?.name ?? null,
    attempts: async (userId) =>
      (await listAttempts(db, { playerId: userId, limit: newest })).map(viewAttempt),
    purchases: async (userId) =>
      (await listPurchases(db, userId)).slice(0, newest).map(({ hashCode: _, ...purchase }) => purchase),
    payments: async (userId) => {
      const payments: UserDetail['payments'] = [];
      for await (const payment of exportPayments(db, userId)) payments.push(payment);
      return payments.toReversed().slice(0, newest);
    },
    transfers: async (userId, page) => {
      const { history, nextBefore } = await readStatement(db, userId, page);
      return { list: history, nextBefore };
    },
  };
}
