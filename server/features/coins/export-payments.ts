// SPDX-License-Identifier: Apache-2.0

import type { PlayerExport } from '../../../contract/player-export.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { viewRow } from '../../platform/view-row.ts';
import { listPaymentsBefore } from './person-queries.ts';

type PaymentView = PlayerExport['payments'][number];

const paymentsPerPage = 500;

/** A player's card payments, newest first. The card provider holds the card itself; its number was never stored here. */
export async function* exportPayments(db: Queryable, playerId: string): AsyncGenerator<PaymentView> {
  let before: string | undefined;
  do {
    const page = await listPaymentsBefore(db, playerId, { before, limit: paymentsPerPage });
    yield* page.map(viewRow);
    before = page.length === paymentsPerPage ? page.at(-1)?.id : undefined;
  } while (before);
}
