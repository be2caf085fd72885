// SPDX-License-Identifier: Apache-2.0

/**
 * The lines of a pasted column, trimmed. An empty line keeps its place, since dropping it would move all the lines after it
 * up by one; empty lines at the end are dropped.
 */
export function pastedLines(text: string): string[] {
  return text
    .trimEnd()
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim());
}
