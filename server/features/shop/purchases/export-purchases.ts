import type { PlayerExport } from '../../../../contract/own-account.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { codeLooks, getAlerts } from '../person-store.ts';
import { listPurchases } from './purchase-store.ts';

/** What a player bought, newest first; without codes, which are money for the one who finds the file. */
export async function* exportPurchases(
  db: Queryable,
  playerId: string,
): AsyncGenerator<PlayerExport['purchases'][number]> {
  for (const { hashCode: _, ...purchase } of await listPurchases(db, playerId)) yield purchase;
}

export async function* exportCodeLooks(
  db: Queryable,
  playerId: string,
): AsyncGenerator<PlayerExport['codeLooks'][number]> {
  for (const look of await codeLooks(db, playerId)) yield { ...look, seenAt: look.seenAt.toISOString() };
}

export async function* exportAlerts(
  db: Queryable,
  playerId: string,
): AsyncGenerator<PlayerExport['restockAlerts'][number]> {
  for (const alert of await getAlerts(db, playerId)) yield { ...alert, askedAt: alert.askedAt.toISOString() };
}
