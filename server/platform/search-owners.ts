// SPDX-License-Identifier: Apache-2.0

import { countedExactly } from '../../contract/paging.ts';

const maxPeople = 1000;

interface OwnersSearch {
  /** Ids of matching people, at most `limit`; only among `among` if given. */
  search: (limit: number, among?: readonly string[]) => Promise<string[]>;
  /** Ids of people with an entry in the list, at most `limit`. */
  owners: (limit: number) => Promise<string[]>;
}

/**
 * Finds the people that match a search, for a list of entries that belong to people. If very many match, it searches
 * only among people with an entry: otherwise the others would use up the limit. `isCut` if these are too many as well.
 */
export async function searchOwners({
  search,
  owners,
}: OwnersSearch): Promise<{ ids: string[]; isCut: boolean }> {
  const found = await search(maxPeople);
  if (found.length < maxPeople) return { ids: found, isCut: false };
  const among = await owners(countedExactly + 1);
  if (among.length > countedExactly) return { ids: found, isCut: true };
  return { ids: await search(countedExactly, among), isCut: false };
}
