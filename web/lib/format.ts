// SPDX-License-Identifier: Apache-2.0

import { formatUsd } from '../../contract/amounts.ts';

export { formatAmount, plural, pluralForm } from '../../contract/amounts.ts';

/** Formatters are created on demand, because each takes milliseconds and most pages need few. */
function once<Format>(make: () => Format): () => Format {
  let made: Format | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const signed = once(
  () => new Intl.NumberFormat('en-US', { maximumFractionDigits: 0, signDisplay: 'exceptZero' }),
);
const share = once(() => new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 }));
const date = once(() => new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'long', day: 'numeric' }));
const day = once(
  () =>
    new Intl.DateTimeFormat('en-US', {
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      timeZone: 'UTC',
    }),
);
const dateTime = once(
  () =>
    new Intl.DateTimeFormat('en-US', {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
    }),
);
const timeOfThisYear = once(
  () =>
    new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' }),
);
const clockTime = once(
  () =>
    new Intl.DateTimeFormat('en-US', {
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    }),
);
const shortTime = once(
  () => new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
);
const relative = once(() => new Intl.RelativeTimeFormat('en-US'));

/** 120 -> "+120", -50 -> "-50", 0 -> "0" */
export function formatSigned(amount: number): string {
  return signed().format(amount);
}

/** 4.5 -> "$4.50" */
export function formatPrice(dollars: number): string {
  return formatUsd(dollars * 100);
}

/** 16 -> "$16", 2.5 -> "$2.50" */
export function formatDollars(dollars: number): string {
  return formatPrice(dollars).replace('.00', '');
}

/** 0.1234 -> "12.3%" */
export function formatShare(part: number): string {
  return share().format(part);
}

/** "November 20, 2026" in the reader's time zone, as all dates here */
export function formatDate(time: string | Date): string {
  return date().format(new Date(time));
}

/** "2026-11-20" -> "November 20, 2026": a day without a time, the same in every time zone */
export function formatDay(isoDay: string): string {
  return day().format(new Date(isoDay));
}

/** "Nov 20, 2026, 6:04 PM" */
export function formatDateTime(time: string | Date): string {
  return dateTime().format(new Date(time));
}

/** Shows the moments in a server's message (`formatUtc` of contract/times.ts) in the reader's time zone. */
export function toLocalTimes(message: string): string {
  return message.replace(/\d+ [A-Z][a-z]+ \d{4}, \d\d:\d\d UTC/g, (moment) => {
    const time = Date.parse(moment.replace(',', ''));
    return Number.isNaN(time) ? moment : formatDateTime(new Date(time));
  });
}

/** "Nov 20, 6:04 PM"; with the year if it is not this one */
export function formatShortTime(time: string | Date, now = Date.now()): string {
  const at = new Date(time);
  const isThisYear = at.getFullYear() === new Date(now).getFullYear();
  return isThisYear ? timeOfThisYear().format(at) : formatDateTime(at);
}

/** "18:04:11" */
export function formatTime(time: string | Date): string {
  return clockTime().format(new Date(time));
}

/** "in 23 hours", "in 5 minutes", "2 hours ago": the largest unit that fits, rounded */
export function formatRelative(time: string | Date, now: number): string {
  const minutes = (new Date(time).getTime() - now) / 60_000;
  const [unit, value] =
    Math.abs(minutes) < 59.5
      ? (['minute', minutes] as const)
      : Math.abs(minutes) < 47.5 * 60
        ? (['hour', minutes / 60] as const)
        : (['day', minutes / 1_440] as const);
  return relative().format(Math.round(value), unit);
}

/** "6 days 3 h", "26 h 5 min", "12 min", "45 s": the time left, rounded up; null if it is past. */
export function formatTimeLeft(time: string | Date, now: number): string | null {
  const seconds = Math.ceil((new Date(time).getTime() - now) / 1_000);
  if (seconds <= 0) return null;
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} days ${hours % 24} h`;
}

/** "Ada Lovelace" -> "AL"; without any letters -> "?" */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0]);
  return letters.join('').toUpperCase() || '?';
}

/** "14:32", or with the date if it was another day: since when something has been known */
export function formatAsOf(time: string | Date): string {
  const at = new Date(time);
  return formatDate(at) === formatDate(new Date()) ? shortTime().format(at) : formatDateTime(at);
}

const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB'];

/** 2400 -> "2.4 kB" */
export function formatBytes(bytes: number): string {
  const step = bytes < 1_000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), byteUnits.length - 1);
  return `${Number((bytes / 1_000 ** step).toFixed(1))} ${byteUnits[step]}`;
}
