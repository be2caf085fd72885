// SPDX-License-Identifier: Apache-2.0

import type { PlayerExport } from '../../../../contract/player-export.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { getAlerts, listCodeLooks } from '../person-queries.ts';
import { listPurchasesBefore } from './purchase-store.ts';

const rowsPerPage = 500;

/** A player's purchases, newest first. Without codes: anyone who finds the file could spend them. */
export async function* exportPurchases(
  db: Queryable,
  playerId: string,
): AsyncGenerator<PlayerExport['purchases'][number]> {
  let before: string | undefined;
  do {
    const page = await listPurchasesBefore(db, playerId, { before, limit: rowsPerPage });
    for (const { hashCode: _, ...purchase } of page) yield purchase;
    before = page.length === rowsPerPage ? page.at(-1)?._id : undefined;
  } while (before);
}

export async function* exportCodeLooks(
  db: Queryable,
  playerId: string,
): AsyncGenerator<PlayerExport['codeLooks'][number]> {
  let after: string | undefined;
  do {
    const page = await listCodeLooks(db, playerId, { after, limit: rowsPerPage });
    for (const { id: _, ...look } of page) yield { ...look, seenAt: look.seenAt.toISOString() };
    after = page.length === rowsPerPage ? page.at(-1)?.id : undefined;
  } while (after);
}

export async function* exportAlerts(
  db: Queryable,
  playerId: string,
): AsyncGenerator<PlayerExport['restockAlerts'][number]> {
  for (const alert of await getAlerts(db, playerId)) yield { ...alert, askedAt: alert.askedAt.toISOString() };
}
