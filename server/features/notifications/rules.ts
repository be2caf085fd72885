// SPDX-License-Identifier: Apache-2.0

import type { QuietHours } from '../../../contract/notification-settings.ts';

const minuteMs = 60_000;
const minutesPerDay = 24 * 60;

function toMinutes(timeOfDay: string): number {
  const [hours = 0, minutes = 0] = timeOfDay.split(':').map(Number);
  return hours * 60 + minutes;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The minutes since midnight in a time zone. */
function getLocalMinutes(at: Date, timeZone: string): number {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    formats.set(timeZone, format);
  }
  return toMinutes(format.format(at));
}

function isQuiet(at: Date, { from, until, timeZone }: QuietHours): boolean {
  const [start, end, now] = [toMinutes(from), toMinutes(until), getLocalMinutes(at, timeZone)];
  return start < end ? now >= start && now < end : now >= start || now < end;
}

/**
 * When the quiet hours that contain `now` end; undefined outside quiet hours. In the player's own time zone, even in
 * the night when clocks change: an end that does not exist that night becomes the first moment after it.
 */
export function getQuietEnd(now: Date, hours: QuietHours | null): Date | undefined {
  if (!hours || !isQuiet(now, hours)) return undefined;
  const startOfMinute = Math.floor(now.getTime() / minuteMs) * minuteMs;
  const missing = (at: number) =>
    (toMinutes(hours.until) - getLocalMinutes(new Date(at), hours.timeZone) + minutesPerDay) % minutesPerDay;
  let end = startOfMinute + missing(startOfMinute) * minuteMs;
  // If clocks were put back in between, local time has not reached the end yet.
  const left = missing(end);
  if (left > 0 && left < minutesPerDay / 2) end += left * minuteMs;
  // If clocks were put forward, local time is already past it.
  else if (left > 0) end -= (minutesPerDay - left) * minuteMs;
  while (isQuiet(new Date(end), hours)) end += minuteMs;
  return new Date(end);
}
