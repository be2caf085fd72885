import { type AllAttemptsQuery, listAllAttempts } from './attempt-store.ts';
import { viewAttempt } from './attempt-view.ts';
import type { ChallengesDeps } from './deps.ts';

/** What this feature asks of the accounts. */
export interface People {
  contactsOf(playerIds: readonly string[]): Promise<Map<string, { name: string; email: string }>>;
  searchUserIds(search: string, limit: number): Promise<string[]>;
}

const peopleAtMost = 1000;

/** A page of all attempts for administrators, each with whose it is. */
export async function readAllAttempts(
  query: Omit<AllAttemptsQuery, 'playerIds'>,
  { db, people }: Pick<ChallengesDeps, 'db'> & { people: People },
) {
  const playerIds = query.search ? await people.searchUserIds(query.search, peopleAtMost) : [];
  const { rows, ...counted } = await listAllAttempts(db, { ...query, playerIds });
  const contacts = await people.contactsOf([...new Set(rows.map(({ playerId }) => playerId))]);
  const list = rows.map((row) => {
    const user = { _id: row.playerId, name: '', email: '', ...contacts.get(row.playerId) };
    return { ...viewAttempt(row), user };
  });
  return { list, ...counted };
}
