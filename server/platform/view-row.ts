// SPDX-License-Identifier: Apache-2.0

type Viewed<Row> = {
  [Key in keyof Row as Key extends 'id' ? '_id' : Key]: Row[Key] extends Date
    ? string
    : Row[Key] extends Date | null
      ? string | null
      : Row[Key];
};

/** A row in the form of answers: its id as `_id`, times as ISO 8601. */
export function viewRow<Row extends { id: string }>({ id, ...row }: Row): Viewed<Row> {
  const fields = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ]);
  return { _id: id, ...Object.fromEntries(fields) };
}
