// SPDX-License-Identifier: Apache-2.0

/** Makes a page of entries. The caller reads one more than `limit`, which shows whether there is another page. */
export function toPage<Entry extends { _id: string }>(
  entries: readonly Entry[],
  limit: number,
): { list: Entry[]; nextBefore: string | null } {
  const list = entries.slice(0, limit);
  return { list, nextBefore: entries.length > limit ? (list.at(-1)?._id ?? null) : null };
}
