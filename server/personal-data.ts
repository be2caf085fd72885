import type { DeletionParts } from './features/accounts/delete-account.ts';
import type { ExportParts } from './features/accounts/export-data.ts';
import { exportNotes } from './features/accounts/export-notes.ts';
import { hasActiveAttempt } from './features/challenges/attempt-store.ts';
import { forgetEpicAccount } from './features/challenges/epic-account-store.ts';
import { exportAttempts, exportEpicAccount } from './features/challenges/export-attempts.ts';
import { exportShares } from './features/challenges/share-receipt.ts';
import { forgetSharedReceipts } from './features/challenges/shared-receipt-store.ts';
import { exportPayments } from './features/coins/export-payments.ts';
import { refuseWhilePaying } from './features/coins/person-store.ts';
import { exportRewards } from './features/events/export-rewards.ts';
import { exportEntries } from './features/giveaways/person-store.ts';
import { withdrawEntries } from './features/giveaways/store.ts';
import { exportNotifications } from './features/notifications/export-notifications.ts';
import { forgetNotifications } from './features/notifications/store.ts';
import { exportReferrals } from './features/referrals/person-store.ts';
import { forgetPlayerNetworks } from './features/referrals/store.ts';
import { exportAlerts, exportCodeLooks, exportPurchases } from './features/shop/export-purchases.ts';
import { forgetAddresses, forgetAlerts, refuseWhileDelivering } from './features/shop/person-store.ts';
import { exportTransfers } from './features/wallet/export-transfers.ts';
import type { Queryable } from './platform/db/database.ts';
import { refuse } from './platform/refusal.ts';

/** What the features hold about a person. Whatever keeps more of it from now on belongs in both of these. */
export function exportParts(db: Queryable): ExportParts {
  return {
    epicAccount: (playerId) => exportEpicAccount(db, playerId),
    attempts: (playerId) => exportAttempts(db, playerId),
    sharedReceipts: (playerId) => exportShares(db, playerId),
    transfers: (playerId) => exportTransfers(db, playerId),
    purchases: (playerId) => exportPurchases(db, playerId),
    codeLooks: (playerId) => exportCodeLooks(db, playerId),
    restockAlerts: (playerId) => exportAlerts(db, playerId),
    payments: (playerId) => exportPayments(db, playerId),
    eventRewards: (playerId) => exportRewards(db, playerId),
    giveawayEntries: (playerId) => exportEntries(db, playerId),
    referrals: (playerId) => exportReferrals(db, playerId),
    notifications: (playerId) => exportNotifications(db, playerId),
    notes: (playerId) => exportNotes(db, playerId),
  };
}

/** What must not be left hanging when an account is deleted, and what goes with it. */
export const deletionParts: DeletionParts = {
  obstacles: [
    async (tx, playerId) =>
      (await hasActiveAttempt(tx, playerId)) ? refuse('deletion_attempt_active') : undefined,
    refuseWhileDelivering,
    refuseWhilePaying,
  ],
  erasures: [
    forgetEpicAccount,
    forgetSharedReceipts,
    forgetAddresses,
    forgetAlerts,
    withdrawEntries,
    forgetNotifications,
    forgetPlayerNetworks,
  ],
};
