// SPDX-License-Identifier: Apache-2.0

/**
 * The original values of the fields that a form sends. The server changes only fields that differ, and reports a
 * conflict if somebody else has changed one of them meanwhile.
 * @param row as it was when the form was opened
 */
export function loadedFields<Values extends object>(row: object, values: Values): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([field]) => field in values));
}
