// SPDX-License-Identifier: Apache-2.0

import type { Session } from '../../../../contract/own-account.ts';
import type { ListedSession } from './session-store.ts';

/** A session as its player sees it. */
export function viewSession({
  id,
  device,
  createdAt,
  usedAt,
  expiresAt,
}: ListedSession): Omit<Session, 'isCurrent'> {
  return {
    _id: id,
    device,
    createdAt: createdAt.toISOString(),
    lastUsedAt: usedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
