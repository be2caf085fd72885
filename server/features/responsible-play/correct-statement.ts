// SPDX-License-Identifier: Apache-2.0

import type { UserPlay } from '../../../contract/responsible-play-admin.ts';

import { changeAndRecord } from '../../platform/db/admin-changes.ts';
import type { Database } from '../../platform/db/database.ts';
import { publish } from '../../platform/jobs/outbox.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { viewRow } from '../../platform/view-row.ts';
import type { Authority, GetContacts } from '../../ports.ts';
import type { GateDeps } from './play-gate.ts';
import { listPauses } from './play-pause-store.ts';
import { lockPlay } from './play-queries.ts';
import { findStatement, writeStatement } from './play-statement-store.ts';
import { readPlay } from './read-play.ts';
import type { Statement } from './rules.ts';

export interface UserPlayDeps extends GateDeps {
  db: Database;
  getContacts: GetContacts;
  authority: Authority;
}

/** A user's play data for administrators. Refuses `not_found`. */
export async function readUserPlay(userId: string, deps: UserPlayDeps): Promise<UserPlay | Refusal> {
  if (!(await deps.getContacts(deps.db, [userId])).has(userId)) return refuse('not_found');
  const pauses = await listPauses(deps.db, userId);
  return {
    ...(await readPlay(deps.db, userId, deps)),
    pauses: pauses.map(viewRow),
  };
}

/** Refuses like `authoriseOverOther`. */
export async function correctStatement(
  { actorId, userId, reason, ...statement }: Statement & { actorId: string; userId: string; reason: string },
  deps: UserPlayDeps,
): Promise<UserPlay | Refusal> {
  const refused = await deps.db.transaction((tx) =>
    changeAndRecord(tx, actorId, async () => {
      const authority = await deps.authority(tx, { actorId, userId, permission: 'users:write' });
      if (isRefusal(authority)) return authority;
      await lockPlay(tx, userId);
      const stated = await findStatement(tx, userId);
      const before = stated ? { birthDate: stated.birthDate, region: stated.region } : null;
      const answer = undefined;
      if (before?.birthDate === statement.birthDate && before.region === statement.region) return { answer };
      await writeStatement(tx, userId, statement, deps.clock.now());
      await publish(tx, 'play.tightened', { playerId: userId });
      const action = 'user.correct-play-statement';
      return { answer, change: { action, subject: `user:${userId}`, before, after: statement, reason } };
    }),
  );
  return refused ?? readUserPlay(userId, deps);
}
