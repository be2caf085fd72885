// SPDX-License-Identifier: Apache-2.0

import type { Door, Feature, Platform } from '../feature.ts';
import { getCoins } from './balances.ts';
import { coinTotalProofs } from './coin-total-proofs.ts';
import { dailySumsCrontab, dailySumsTasks } from './daily-sums.ts';
import { activePlayers, coinFlows, coinsOutstandingAt, dayOfFirstTransfer } from './flows.ts';
import { ledgerProofs } from './proofs.ts';
import { transferMonths } from './transfer-months.ts';

export { balancesPart, getCoins } from './balances.ts';
export { carryProofs, laidProofs, sealedCarries } from './carry-proofs.ts';
export { coinsOutstanding } from './flows.ts';
export { keepMonths, layArchives, seeAllTransfers, seeTransfersOfNow } from './lay-archives.ts';

/** What the ledger gives the product beside the movements that features ask of it. */
function ledgerFeature({ db, config }: Platform) {
  return {
    name: 'ledger',
    tasks: dailySumsTasks(db),
    crontab: dailySumsCrontab,
    userRecords: { coins: getCoins },
    parted: config.isArchivingTransfers ? [transferMonths(config.redeeming)] : [],
    overview: {
      recordedSince: () => dayOfFirstTransfer(db.late.reports),
      coinFlows: (span) => coinFlows(db.late.reports, span),
      activePlayers: (span) => activePlayers(db.late.reports, span),
    },
    books: {
      coinFlows: (span) => coinFlows(db.late.reports, span),
      coinsOutstandingAt: (day) => coinsOutstandingAt(db.late.reports, day),
    },
  } satisfies Feature;
}

export const door = { proofs: [...ledgerProofs, ...coinTotalProofs], open: ledgerFeature } satisfies Door;
