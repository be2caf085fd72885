// SPDX-License-Identifier: Apache-2.0

import type { Queryable } from '../../../platform/db/database.ts';
import { findPushKeys } from './push-key-store.ts';
import { toPair } from './push-keys.ts';
import { countByKey } from './push-subscription-store.ts';

export interface PushState {
  /** Undefined if none is configured and none has been created yet. */
  publicKey: string | undefined;
  devices: number;
  /** Devices that only accept messages signed with a different key, so nothing reaches them. */
  unreachable: number;
}

/** The state of push messages. @param configured VAPID_PRIVATE_KEY */
export async function readPushState(db: Queryable, configured: string | undefined): Promise<PushState> {
  const publicKey = configured ? toPair(configured).publicKey : (await findPushKeys(db))?.publicKey;
  return { publicKey, ...(await countByKey(db, publicKey ?? '')) };
}
