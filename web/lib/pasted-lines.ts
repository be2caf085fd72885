// SPDX-License-Identifier: Apache-2.0

/**
 * The lines of a pasted column, trimmed. An empty line keeps its place, since dropping it would move all the lines after it
 * up by one; empty lines at the end are dropped. A tab at the beginning stays: the first column of that line is empty.
 */
export function pastedLines(text: string): string[] {
  return text
    .trimEnd()
    .split(/\r\n|\n|\r/)
    .map((line) => line.replace(/^[^\S\t]+/, '').trimEnd());
}
