import type { PlayerExport } from '../../../contract/own-account.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { getPayments, type PaymentOfPerson } from './person-store.ts';

type PaymentView = PlayerExport['payments'][number];

export const viewPaymentOfPerson = ({
  id,
  createdAt,
  creditedAt,
  ...payment
}: PaymentOfPerson): PaymentView => ({
  _id: id,
  ...payment,
  createdAt: createdAt.toISOString(),
  creditedAt: creditedAt?.toISOString() ?? null,
});

/** A player's payments by card. The card itself is with the card provider; its number was never here. */
export async function* exportPayments(db: Queryable, playerId: string): AsyncGenerator<PaymentView> {
  for (const payment of await getPayments(db, playerId)) yield viewPaymentOfPerson(payment);
}
