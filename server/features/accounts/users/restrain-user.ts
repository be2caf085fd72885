// SPDX-License-Identifier: Apache-2.0

import type { User } from '../../../../contract/users-admin.ts';
import type { Clock } from '../../../platform/clock.ts';
import { changeAndRecord } from '../../../platform/db/admin-changes.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { publish } from '../../../platform/jobs/outbox.ts';
import type { Journal } from '../../../platform/journal/journal.ts';
import { isRefusal, type Refusal } from '../../../platform/refusal.ts';
import { noteAuthority } from '../note-authority.ts';
import { authoriseOverOther, requireOtherSuperAdmin } from '../roles/authority.ts';
import { noteOfficerChange } from '../roles/officer-change-store.ts';
import { endEverySession } from '../sessions/session-store.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { getUser, setSuspended } from './player-admin-store.ts';
import { type PageRecords, viewUsers } from './views.ts';

export interface RestrainDeps {
  db: Database;
  clock: Clock;
  sessions: Pick<Sessions, 'forget'>;
  userRecords: PageRecords;
  journal: Journal;
}

interface RestrainInput {
  actorId: string;
  userId: string;
  reason: string;
}

/**
 * Suspends a user, which ends all their sessions, or lifts the suspension (docs/rules/users.md, 12). Does nothing if
 * that is already the case. Refuses what `authoriseOverOther` refuses, and `last_super_admin`.
 * @throws ObjectsUnavailable if the journal cannot be written; the change is made anyway, and a job writes it later
 */
export async function setSuspension(
  { actorId, userId, reason, isSuspended }: RestrainInput & { isSuspended: boolean },
  { db, clock, sessions, userRecords, journal }: RestrainDeps,
): Promise<User | Refusal> {
  const view = async (tx: Tx) => (await viewUsers(tx, [await getUser(tx, userId)], userRecords))[0] as User;
  const outcome = await db.transaction<User | Refusal>((tx) =>
    changeAndRecord(tx, actorId, async () => {
      const authority = await authoriseOverOther(tx, { actorId, userId, permission: 'users:write' });
      if (isRefusal(authority)) return authority;
      const wasSuspended = authority.target.suspendedAt !== null;
      if (wasSuspended === isSuspended) return { answer: await view(tx) };
      const refusal = isSuspended ? await requireOtherSuperAdmin(tx, authority.target) : undefined;
      if (refusal) return refusal;
      const at = clock.now();
      await setSuspended(tx, userId, isSuspended ? at : null);
      await noteOfficerChange(tx, authority.target, { actorId, at });
      await endEverySession(tx, userId);
      if (isSuspended) await publish(tx, 'player.suspended', { playerId: userId });
      const change = {
        action: isSuspended ? 'user.suspend' : 'user.unsuspend',
        subject: `user:${userId}`,
        before: { isSuspended: wasSuspended },
        after: { isSuspended },
        reason,
      };
      return { answer: await view(tx), change };
    }),
  );
  if (isRefusal(outcome)) return outcome;
  sessions.forget(userId);
  await noteAuthority({ playerId: userId }, { db, journal });
  return outcome;
}

/** Ends all sessions of a user, and all sign-ins in progress. Refuses what `authoriseOverOther` refuses. */
export async function signOutEverywhere(
  { actorId, userId, reason }: RestrainInput,
  { db, clock, sessions }: Pick<RestrainDeps, 'db' | 'clock' | 'sessions'>,
): Promise<{ ended: number } | Refusal> {
  const outcome = await db.transaction<{ ended: number } | Refusal>((tx) =>
    changeAndRecord(tx, actorId, async () => {
      const authority = await authoriseOverOther(tx, { actorId, userId, permission: 'users:write' });
      if (isRefusal(authority)) return authority;
      const ended = await endEverySession(tx, userId);
      await noteOfficerChange(tx, authority.target, { actorId, at: clock.now() });
      const change = {
        action: 'user.sign-out',
        subject: `user:${userId}`,
        before: { sessions: ended },
        after: { sessions: 0 },
        reason,
      };
      return { answer: { ended }, change };
    }),
  );
  if (!isRefusal(outcome)) sessions.forget(userId);
  return outcome;
}
