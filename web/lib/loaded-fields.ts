// SPDX-License-Identifier: Apache-2.0

/**
 * What a form showed of the fields that it sends: the server changes only those that differ, and tells of a conflict where
 * somebody else has changed one of them meanwhile.
 * @param row as it was when the form was opened
 */
export function loadedFields<Values extends object>(row: object, values: Values): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([field]) => field in values));
}
