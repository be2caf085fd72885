// SPDX-License-Identifier: Apache-2.0

import type { Feature, FeatureModule, Platform } from '../feature.ts';
import { getCoins } from './balances.ts';
import { coinTotalProofs } from './coin-total-proofs.ts';
import { dailySumsCrontab, dailySumsTasks } from './daily-sums.ts';
import { registerFlowMetrics } from './flow-metrics.ts';
import {
  countActivePlayers,
  endOfTime,
  getCoinsOutstandingAt,
  getDayOfFirstTransfer,
  listCoinFlows,
} from './flows.ts';
import { ledgerProofs } from './proofs.ts';

export { balancesPart, getCoins } from './balances.ts';
export { getCoinsOutstanding, measureLedger } from './flows.ts';

/** The ledger's own part, besides the movements that features request. */
function ledgerFeature({ db }: Platform) {
  return {
    name: 'ledger',
    routes: (app) => registerFlowMetrics(app.metrics, db),
    tasks: dailySumsTasks(db),
    crontab: dailySumsCrontab,
    userRecords: { coins: getCoins },
    overview: {
      coinsOutstanding: () => getCoinsOutstandingAt(db.reports, endOfTime),
      recordedSince: () => getDayOfFirstTransfer(db.reports),
      coinFlows: (span) => listCoinFlows(db.reports, span),
      activePlayers: (span) => countActivePlayers(db.reports, span),
    },
    books: {
      coinFlows: (span) => listCoinFlows(db.reports, span),
      coinsOutstandingAt: (day) => getCoinsOutstandingAt(db.reports, day),
    },
  } satisfies Feature;
}

export const module = {
  proofs: [...ledgerProofs, ...coinTotalProofs],
  open: ledgerFeature,
} satisfies FeatureModule;
