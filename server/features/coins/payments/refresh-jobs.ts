// SPDX-License-Identifier: Apache-2.0

import type { Tx } from '../../../platform/db/database.ts';
import { enqueue } from '../../../platform/jobs/outbox.ts';

export const refreshTask = 'refresh-payment';

/** Asks the card provider about a payment once the transaction commits. */
export function scheduleRefresh(tx: Tx, paymentId: string): Promise<void> {
  return enqueue(tx, refreshTask, { paymentId }, { key: `${refreshTask}:${paymentId}` });
}
