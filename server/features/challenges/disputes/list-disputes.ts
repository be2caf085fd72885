// SPDX-License-Identifier: Apache-2.0

import type { AdminDispute } from '../../../../contract/disputes-admin.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import { searchOwners } from '../../../platform/search-owners.ts';
import type { People } from '../../../ports.ts';
import { findListedAttempts, type ListedAttempt } from '../attempts/attempt-store.ts';
import { viewAttempt } from '../attempts/views.ts';
import {
  countWaiting,
  type DisputeRow,
  type DisputesQuery,
  listDisputants,
  listDisputes,
  viewDispute,
} from './dispute-store.ts';
import { coinsOfWin } from './rules.ts';

function viewForAdmins(
  row: DisputeRow,
  attempt: ListedAttempt,
  contact: { name: string; email: string } | undefined,
  now: Date,
): AdminDispute {
  const { _id, challenge, challengeType, status, epicId } = viewAttempt(attempt);
  return {
    ...viewDispute(row),
    attempt: { _id, challenge, challengeType, status, epicId },
    winsGC: coinsOfWin(attempt),
    user: { _id: row.playerId, name: contact?.name ?? '', email: contact?.email ?? '' },
    isOverdue: row.decidedAt === null && row.promisedBy <= now,
  };
}

function findDisputants(
  { search, status }: DisputesQuery,
  now: Date,
  { db, people }: { db: Database; people: People },
) {
  if (!search) return undefined;
  return searchOwners({
    search: (limit, among) => people.searchUserIds(search, limit, among),
    owners: (limit) => listDisputants(db, status, now, limit),
  });
}

/** A page of disputes for administrators, each with its player and its attempt. */
export async function readDisputes(
  query: DisputesQuery,
  { db, clock, people }: { db: Database; clock: Clock; people: People },
) {
  const now = clock.now();
  const searched = await findDisputants(query, now, { db, people });
  const playerIds = searched?.ids;
  const { rows, ...counted } = await listDisputes(db, query, { playerIds, now });
  const contacts = await people.getContacts([...new Set(rows.map((row) => row.playerId))]);
  const attempts = await findListedAttempts(
    db,
    rows.map(({ attemptId }) => attemptId),
  );
  const byId = new Map(attempts.map((attempt) => [attempt.id, attempt]));
  const list = rows.flatMap((row) => {
    const attempt = byId.get(row.attemptId);
    return attempt ? [viewForAdmins(row, attempt, contacts.get(row.playerId), now)] : [];
  });
  const isEstimate = counted.isEstimate || searched?.isCut === true;
  return { list, ...counted, isEstimate, ...(await countWaiting(db, now)) };
}
