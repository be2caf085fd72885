// SPDX-License-Identifier: Apache-2.0

import type { Queryable } from '../../../platform/db/database.ts';
import { findPushKeys } from './push-key-store.ts';
import { toPair } from './push-keys.ts';
import { countByKey } from './push-subscription-store.ts';

export interface PushState {
  /** Undefined where none is configured, and none was made yet. */
  publicKey: string | undefined;
  devices: number;
  /** Of those, devices that take messages of another key alone: nothing reaches them. */
  unreachable: number;
}

/** How messages to devices stand. @param configured VAPID_PRIVATE_KEY */
export async function readPushState(db: Queryable, configured: string | undefined): Promise<PushState> {
  const publicKey = configured ? toPair(configured).publicKey : (await findPushKeys(db))?.publicKey;
  return { publicKey, ...(await countByKey(db, publicKey ?? '')) };
}
