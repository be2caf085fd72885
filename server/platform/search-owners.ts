// SPDX-License-Identifier: Apache-2.0

import { countedExactly } from '../../contract/paging.ts';

const maxPeople = 1000;

interface OwnersSearch {
  /** Ids of the people that match, at most `limit`; only among `among` if given. */
  search: (limit: number, among?: readonly string[]) => Promise<string[]>;
  /** Ids of people who have something in the list, at most `limit`. */
  owners: (limit: number) => Promise<string[]>;
}

/**
 * Finds the people that a search means, in a list of things that belong to people. If very many match, it searches only
 * among those who have something in the list: otherwise people without anything there would take up the limit. `isCut` if
 * these are too many as well.
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
