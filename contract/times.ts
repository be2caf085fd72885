// SPDX-License-Identifier: Apache-2.0

/** How the server writes moments, in mails, refusals and notifications: it doesn't know the reader's time zone. */

const dayAndTime = {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
} as const;
const full = new Intl.DateTimeFormat('en-GB', { year: 'numeric', ...dayAndTime });
const short = new Intl.DateTimeFormat('en-GB', dayAndTime);

/** "29 Nov 2026, 22:00 UTC". Browsers find it in messages and show it in the reader's time zone (`toLocalTimes`). */
export function formatUtc(moment: string | Date): string {
  return `${full.format(new Date(moment))} UTC`;
}

/** "29 Nov, 22:00 UTC" */
export function formatShortUtc(moment: Date): string {
  return `${short.format(moment)} UTC`;
}
