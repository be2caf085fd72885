// SPDX-License-Identifier: Apache-2.0

const figure = 'figures of the first game’s totals, in columns that every release reads';
const columns = 'columns, views and constraints that the previous release uses';
const label = 'a label of the product specification';
const legal = 'a text that players accepted, for the game they play';

/** Files outside a game's folders that still name a game, each with its reason. This list may only shrink. */
export const stillNaming: ReadonlyMap<string, string> = new Map([
  ['contract/achievements.ts', 'ids that players have earned'],
  ['contract/performance.ts', figure],
  ['db/functions/accounts.sql', columns],
  ['db/functions/challenges.sql', columns],
  ['server/features/challenges/attempts/attempt-store.ts', columns],
  ['server/features/challenges/entries/start-attempt.ts', columns],
  ['server/features/challenges/feature.ts', columns],
  ['server/features/challenges/game-accounts/bound-account-queries.ts', columns],
  ['server/features/challenges/performance/figure-queries.ts', figure],
  ['server/features/challenges/performance/performance-queries.ts', figure],
  ['server/features/challenges/performance/play-record-queries.ts', columns],
  ['server/features/challenges/performance/proofs.ts', figure],
  ['server/features/challenges/performance/read-performance.ts', figure],
  ['server/features/challenges/readings/attempt-reading-store.ts', columns],
  ['server/features/challenges/receipts/shared-receipt-store.ts', columns],
  ['web/features/accounts/admin/user-dialogs.tsx', label],
  ['web/features/accounts/admin/user-head.tsx', label],
  ['web/features/achievements/badge.tsx', 'ids that players have earned'],
  ['web/features/challenges/performance/periods.ts', figure],
  ['web/features/challenges/performance/personal-bests.tsx', figure],
  ['web/features/challenges/performance/time-plots.tsx', figure],
  ['web/features/legal/privacy.md', legal],
  ['web/features/legal/terms.md', legal],
  ['web/features/profile/delete-account-dialog.tsx', 'says in players’ words what is erased'],
  ['web/features/profile/identity-card.tsx', label],
]);
