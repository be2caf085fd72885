// SPDX-License-Identifier: Apache-2.0

/** How moments are written in mails, notifications and link previews, where the reader's time zone is unknown. */

const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
const short = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

/** "November 20, 2026 at 6:05 PM UTC" */
export function formatUtc(moment: string | Date): string {
  return `${long.format(new Date(moment))} UTC`;
}

/** "Nov 20, 18:05 UTC" */
export function formatShortUtc(moment: Date): string {
  return `${short.format(moment)} UTC`;
}
