import { isRefusal, type Refusal } from '../../platform/refusal.ts';
import type { CoinsDeps } from './deps.ts';
import { keepIntent, type PaymentRow } from './payment-store.ts';

/** Has the intent of a payment made, or found again, and notes it. */
export async function placeOrder(
  payment: PaymentRow,
  { db, cards, installationId }: Pick<CoinsDeps, 'db' | 'cards' | 'installationId'>,
): Promise<{ intentId: string; clientSecret: string } | Refusal> {
  const { id: paymentId, playerId, amountCents, packageTitle } = payment;
  const placed = await cards.placeOrder({
    paymentId,
    playerId,
    installationId: await installationId(),
    amountCents,
    description: packageTitle,
  });
  if (!isRefusal(placed)) await keepIntent(db, paymentId, placed.intentId);
  return placed;
}
