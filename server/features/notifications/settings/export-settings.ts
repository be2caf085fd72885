// SPDX-License-Identifier: Apache-2.0

import type { PlayerExport } from '../../../../contract/player-export.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { findChoices } from '../notification-choice-store.ts';
import { listSubscriptions } from '../push/push-subscription-store.ts';

export async function* exportChoices(
  db: Queryable,
  playerId: string,
): AsyncGenerator<PlayerExport['notificationChoices'][number]> {
  const choices = await findChoices(db, playerId);
  if (choices) yield choices;
}

export async function* exportDevices(
  db: Queryable,
  playerId: string,
): AsyncGenerator<PlayerExport['pushDevices'][number]> {
  for (const { id, device, createdAt } of await listSubscriptions(db, playerId)) {
    yield { _id: id, device, createdAt: createdAt.toISOString() };
  }
}
