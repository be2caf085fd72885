// SPDX-License-Identifier: Apache-2.0

import type { Database, Tx } from '../../platform/db/database.ts';
import { enqueue } from '../../platform/jobs/outbox.ts';
import { givenUpAtOnce, giveUpNext } from './webhook-send-store.ts';

export const giveUpTask = 'give-up-webhooks';

/** Enqueues the job that gives up waiting sends, in the transaction that turns an endpoint off. */
export async function scheduleGivingUp(tx: Tx, endpointId: string): Promise<void> {
  await enqueue(tx, giveUpTask, { endpointId }, { key: `${giveUpTask}:${endpointId}`, priority: 10 });
}

/** Gives up the waiting sends of an endpoint that is off. If it is turned on again meanwhile, the remaining ones continue. */
export async function giveUpWaiting({ endpointId }: { endpointId: string }, db: Database): Promise<void> {
  while ((await giveUpNext(db, endpointId)) === givenUpAtOnce);
}
