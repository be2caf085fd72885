// SPDX-License-Identifier: Apache-2.0

/**
 * What was copied from a column, a line each, without spaces around it. A line that is empty keeps its place: left out, it
 * would move all that follow it up by one. Those at the end are nothing.
 */
export function pastedLines(text: string): string[] {
  return text
    .trimEnd()
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim());
}
