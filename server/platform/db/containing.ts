// SPDX-License-Identifier: Apache-2.0

/** A `like` pattern that matches this text anywhere; `%`, `_` and `\` match themselves. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
