// SPDX-License-Identifier: Apache-2.0

/** "9:42" until `end`, rounded up to seconds; null once it is over. */
export function countdown(end: string, now: number): string | null {
  const seconds = Math.ceil((Date.parse(end) - now) / 1000);
  if (seconds <= 0) return null;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
