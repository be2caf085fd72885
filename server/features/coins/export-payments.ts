import type { PlayerExport } from '../../../contract/own-account.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { paymentsOf } from './person-store.ts';

/** A player's payments by card. The card itself is with the card provider; its number was never here. */
export async function* exportPayments(
  db: Queryable,
  playerId: string,
): AsyncGenerator<PlayerExport['payments'][number]> {
  for (const { id, createdAt, creditedAt, ...payment } of await paymentsOf(db, playerId)) {
    yield {
      _id: id,
      ...payment,
      createdAt: createdAt.toISOString(),
      creditedAt: creditedAt?.toISOString() ?? null,
    };
  }
}
