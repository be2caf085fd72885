// SPDX-License-Identifier: Apache-2.0

import type { PlayerExport } from '../../../contract/player-export.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { listPauses } from './play-pause-store.ts';
import { findStatement } from './play-statement-store.ts';
import { viewLimit, viewStatement } from './read-play.ts';
import { listLimits } from './spending-limit-store.ts';
import { listAcceptances } from './terms-acceptance-store.ts';

export async function* exportStatement(
  db: Queryable,
  playerId: string,
): AsyncGenerator<PlayerExport['playStatement'][number]> {
  const statement = await findStatement(db, playerId);
  if (statement) yield viewStatement(statement);
}

export async function* exportLimits(
  db: Queryable,
  playerId: string,
  clock: Clock,
): AsyncGenerator<PlayerExport['spendingLimits'][number]> {
  for (const limit of await listLimits(db, playerId)) yield viewLimit(limit, clock.now());
}

export async function* exportPauses(
  db: Queryable,
  playerId: string,
): AsyncGenerator<PlayerExport['playPauses'][number]> {
  for (const { beganAt, until } of await listPauses(db, playerId)) {
    yield { beganAt: beganAt.toISOString(), until: until.toISOString() };
  }
}

export async function* exportAcceptances(
  db: Queryable,
  playerId: string,
): AsyncGenerator<PlayerExport['acceptedTerms'][number]> {
  for (const { version, acceptedAt } of await listAcceptances(db, playerId)) {
    yield { version, at: acceptedAt.toISOString() };
  }
}
