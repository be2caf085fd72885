// SPDX-License-Identifier: Apache-2.0

/**
 * The lines of a pasted column, trimmed. Empty lines in between keep their place, since otherwise all later lines would
 * move up; empty lines at the end are dropped. A tab at the beginning stays: it means that the first column is empty.
 */
export function pastedLines(text: string): string[] {
  return text
    .trimEnd()
    .split(/\r\n|\n|\r/)
    .map((line) => line.replace(/^[^\S\t]+/, '').trimEnd());
}
