// SPDX-License-Identifier: Apache-2.0

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const shortName = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });
const shape = /^20\d\d-(0[1-9]|1[0-2])$/;

/** "2026-11" -> "November 2026" */
export function formatMonth(month: string): string {
  return monthName.format(new Date(`${month}-01T00:00:00Z`));
}

/** "2026-11" -> "Nov 2026" */
export function formatShortMonth(month: string): string {
  return shortName.format(new Date(`${month}-01T00:00:00Z`));
}

/** The month (UTC) of a timestamp. */
export function toMonth(time: number): string {
  return new Date(time).toISOString().slice(0, 7);
}

/** The month `count` months later, or earlier if negative. */
export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return toMonth(Date.UTC(year, number - 1 + count));
}

/** The `count` months before a month, oldest first. The books begin in 2000. */
export function monthsBefore(month: string, count: number): string[] {
  const months = Array.from({ length: count }, (_, place) => addMonths(month, place - count));
  return months.filter((each) => shape.test(each));
}

/** The last day of a month, or today if that day is in the future. */
export function lastDay(month: string, now: number): string {
  const last = Date.parse(`${addMonths(month, 1)}-01`) - 24 * 3_600_000;
  return new Date(Math.min(last, now)).toISOString().slice(0, 10);
}

/** The month in the address; the current month if it is missing, invalid or in the future. */
export function chosenMonth(told: string | null, now: number): string {
  const present = toMonth(now);
  return told && shape.test(told) && told <= present ? told : present;
}
