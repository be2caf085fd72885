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
  for (let first = 0; first < due.length; first += atOnce) {
    const some = due.slice(first, first + atOnce);
    const answers = await Promise.all(some.map(({ id }) => refreshPayment({ paymentId: id }, deps)));
    if (answers.includes('answered')) continue;
    log.warn({ due: due.length, asked: first + some.length }, 'payments could not be reconciled');
    return;
  }
}

export function coinsTasks(deps: CoinsDeps): Tasks {
  return {
    [refreshTask]: async (payload: { paymentId: string }) => void (await refreshPayment(payload, deps)),
    [reconcileTask]: () => reconcilePayments(deps),
  };
}
