import type { Tasks } from '../../platform/jobs/outbox.ts';
import type { CoinsDeps } from './deps.ts';
import { duePayments } from './payment-store.ts';
import { refreshTask } from './refresh-jobs.ts';
import { refreshPayment } from './refresh-payment.ts';

const reconcileTask = 'reconcile-payments';

/** Every minute; a pass that takes longer is waited for. */
export const coinsCrontab = `* * * * * ${reconcileTask} ?queue=${reconcileTask}&jobKey=${reconcileTask}`;

const dueAtMost = 400;
const atOnce = 4;

/**
 * Asks the card provider about payments whose time has come: open ones, whose news may have got lost, and ever more
 * rarely those that may still be refunded or disputed. Gives up for now where it does not answer at all.
 */
export async function reconcilePayments(deps: CoinsDeps): Promise<void> {
  const { db, clock, log, cards } = deps;
  if (!cards.isConfigured) return;
  const due = await duePayments(db, clock.now(), dueAtMost);
  const failures: unknown[] = [];
  for (let first = 0; first < due.length; first += atOnce) {
    const some = due.slice(first, first + atOnce);
    const answers = await Promise.all(
      some.map(({ id: paymentId }) =>
        refreshPayment({ paymentId }, deps).catch((error: unknown) => {
          failures.push(error);
          return 'failed' as const;
        }),
      ),
    );
    if (answers.some((answer) => answer !== 'no_answer')) continue;
    log.warn({ due: due.length, asked: first + some.length }, 'payments could not be reconciled');
    break;
  }
  // One that fails keeps none of the others waiting, and is seen all the same.
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} payments failed`);
}

export function coinsTasks(deps: CoinsDeps): Tasks {
  return {
    [refreshTask]: async (payload: { paymentId: string }) => void (await refreshPayment(payload, deps)),
    [reconcileTask]: () => reconcilePayments(deps),
  };
}
