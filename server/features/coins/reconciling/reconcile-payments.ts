// SPDX-License-Identifier: Apache-2.0

import { failureOf } from '../../../platform/jobs/failure-of.ts';
import { listDuePayments } from '../payments/payment-store.ts';
import { type RefreshDeps, refreshPayment } from '../payments/refresh-payment.ts';

const maxDue = 400;
const atOnce = 4;

/**
 * Asks the card provider about due payments: open ones, whose events may have been lost, and ever more rarely about
 * those that may still be refunded or disputed. Stops this run if the provider does not answer at all.
 */
export async function reconcilePayments(deps: RefreshDeps): Promise<void> {
  const { db, clock, log, cards } = deps;
  if (!cards.isConfigured) return;
  const due = await listDuePayments(db, clock.now(), maxDue);
  const failures: unknown[] = [];
  for (let first = 0; first < due.length; first += atOnce) {
    const some = due.slice(first, first + atOnce);
    const answers = await Promise.all(
      some.map(({ id: paymentId }) =>
        refreshPayment({ paymentId }, deps).catch((error: unknown) => {
          failures.push(failureOf(`payment ${paymentId}`, error));
          return 'failed' as const;
        }),
      ),
    );
    if (answers.some((answer) => answer !== 'no_answer')) continue;
    log.warn({ due: due.length, asked: first + some.length }, 'could not reconcile payments');
    break;
  }
  // A failing payment does not hold up the others, but is still reported.
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} payments failed`);
}
