// SPDX-License-Identifier: Apache-2.0

/** A name for each row. If several rows share a name, all but the first get a number: "Ada", "Ada (2)". */
export function distinctNames<Row>(
  rows: readonly Row[],
  { getKey, getName }: { getKey: (row: Row) => string; getName: (row: Row) => string },
): ReadonlyMap<string, string> {
  const seen = new Map<string, number>();
  return new Map(
    rows.map((row) => {
      const name = getName(row);
      const count = (seen.get(name) ?? 0) + 1;
      seen.set(name, count);
      return [getKey(row), count === 1 ? name : `${name} (${count})`];
    }),
  );
}
