// SPDX-License-Identifier: Apache-2.0

import { hasAccount, holdPayees, holdPlayers } from '../../server/features/accounts/player-store.ts';
import type { PromotionsDeps } from '../../server/features/promotions/rewards/reward-fact.ts';
import { everythingMayBeMade } from './approvals.ts';

/** What use cases need besides the app: no places, names or daily limits. */
export function promotionsDeps({ db, clock }: Pick<PromotionsDeps, 'db' | 'clock'>): PromotionsDeps {
  return {
    db,
    clock,
    rankPlayed: async () => [],
    keepSpan: async () => 'span',
    rankSpan: async () => [],
    publicPlayers: async () => new Map(),
    getContacts: async () => new Map(),
    holdPayees,
    holdPlayers,
    takeCoins: everythingMayBeMade,
    hasAccount,
  };
}
