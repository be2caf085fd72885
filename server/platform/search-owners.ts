// SPDX-License-Identifier: Apache-2.0

import { countedExactly } from '../../contract/paging.ts';

const maxPeople = 1000;

interface OwnersSearch {
  /** Ids of people whom it finds, at most `limit`; of these alone where they are named. */
  search: (limit: number, among?: readonly string[]) => Promise<string[]>;
  /** Ids of those who have something in the list, at most `limit`. */
  owners: (limit: number) => Promise<string[]>;
}

/**
 * Whom a search in a list of what belongs to people means. Where it finds very many, it looks at those who have something in
 * the list instead: others of the same name would take all the room. `isCut` where these are very many too.
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
