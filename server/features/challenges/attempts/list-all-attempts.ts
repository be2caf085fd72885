// SPDX-License-Identifier: Apache-2.0

import type { Database } from '../../../platform/db/database.ts';
import type { People } from '../../../ports.ts';
import { type AllAttemptsQuery, listAllAttempts } from './attempt-store.ts';
import { viewAttempt } from './views.ts';

const maxPeople = 1000;

/** A page of all attempts for administrators, each with its player. */
export async function readAllAttempts(
  query: Omit<AllAttemptsQuery, 'playerIds'>,
  { db, people }: { db: Database; people: People },
) {
  const playerIds = query.search ? await people.searchUserIds(query.search, maxPeople) : [];
  const { rows, ...counted } = await listAllAttempts(db, { ...query, playerIds });
  const contacts = await people.getContacts([...new Set(rows.map(({ playerId }) => playerId))]);
  const list = rows.map((row) => {
    const user = { _id: row.playerId, name: '', email: '', ...contacts.get(row.playerId) };
    return { ...viewAttempt(row), user };
  });
  // If the search for people was cut off, more people, and attempts of theirs, may match.
  return { list, ...counted, isEstimate: counted.isEstimate || playerIds.length === maxPeople };
}
