// SPDX-License-Identifier: Apache-2.0

import { maxPushDevices, type SubscriptionInput } from '../../../../contract/notification-settings.ts';
import type { HoldSession } from '../../../message-ports.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import { isPublicWebAddress } from '../../../platform/public-address.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { GetPushKeys } from './push-keys.ts';
import * as store from './push-subscription-store.ts';

export interface DevicesDeps {
  db: Database;
  clock: Clock;
  getKeys: GetPushKeys;
  sandboxOrigin: string | undefined;
  /** Prevents a session from ending within this transaction; undefined if it has ended. */
  holdSession: HoldSession;
}

/**
 * Starts sending messages to a session's browser. Idempotent. A player who signs in on another player's former browser
 * takes over its push address; the keys prove that it is the same browser. Refuses `push_address_refused`,
 * `push_address_taken`, `too_many_push_devices`, and `session_ended` if it ends meanwhile.
 */
export async function addDevice(
  {
    subscription,
    ...owner
  }: {
    playerId: string;
    sessionId: string;
    device: string;
    subscription: SubscriptionInput;
  },
  { db, clock, getKeys, sandboxOrigin, holdSession }: DevicesDeps,
): Promise<{ _id: string } | Refusal> {
  const { endpoint, keys } = subscription;
  if (!isPublicWebAddress(endpoint, sandboxOrigin)) return refuse('push_address_refused');
  const { publicKey: serverKey } = await getKeys();
  return db.transaction<{ _id: string } | Refusal>(async (tx) => {
    // Locked first, in the same order as ending a session: the session, then its dependants.
    if (!(await holdSession(tx, owner.sessionId))) return refuse('session_ended');
    await store.holdSubscriptions(tx, owner.playerId, endpoint);
    const known = await store.findSubscriptionKeys(tx, endpoint);
    if (known && (known.p256dh !== keys.p256dh || known.auth !== keys.auth))
      return refuse('push_address_taken');
    if ((await store.countOthers(tx, owner.playerId, owner.sessionId)) >= maxPushDevices)
      return refuse('too_many_push_devices', { max: maxPushDevices });
    const given = { ...owner, endpoint, ...keys, serverKey };
    return { _id: await store.replaceSubscription(tx, given, clock.now()) };
  });
}
