// SPDX-License-Identifier: Apache-2.0

function isKnown(timeZone: string | undefined): timeZone is string {
  if (!timeZone || timeZone === 'Etc/Unknown') return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone }));
  } catch {
    return false;
  }
}

/**
 * An offset from UTC as a time zone, such as `+05:30`. @param minutes as from `Date.getTimezoneOffset`: positive in the
 * west
 */
export function toOffsetZone(minutes: number): string {
  const pad = (part: number) => String(part).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes > 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
}

/**
 * The visitor's time zone. Browsers that hide it or don't know it return `Etc/Unknown` or nothing. Then this is the
 * current offset from UTC, which ignores daylight saving changes.
 */
export function getTimeZone(
  reported = Intl.DateTimeFormat().resolvedOptions().timeZone,
  at = new Date(),
): string {
  return isKnown(reported) ? reported : toOffsetZone(at.getTimezoneOffset());
}

export const isOffset = (timeZone: string): boolean => /^[+-]/.test(timeZone);
