// SPDX-License-Identifier: Apache-2.0

/**
 * The server's time. A player's clock may be minutes off, and the server decides what is open, what has expired and how
 * long is left.
 */
let offsetMs = 0;

/** Milliseconds since 1970 by the server's clock, exact to a second after the first answer. */
export function serverNow(): number {
  return Date.now() + offsetMs;
}

/** When an answer was asked for and came, in milliseconds since 1970 by this browser's clock. */
interface Travel {
  sentAt: number;
  receivedAt: number;
}

/**
 * Learns from an answer's `Date` header, which has whole seconds. Answers that may come out of a cache are left out: theirs
 * is old.
 */
export function noteServerDate({ headers }: Response, travel: Travel): void {
  const date = Date.parse(headers.get('date') ?? '');
  const isFresh = headers.get('cache-control')?.includes('no-store') && !headers.has('age');
  if (isFresh && !Number.isNaN(date)) offsetMs = nextOffset(offsetMs, date, travel);
}

/**
 * How far the server's clock is ahead, in milliseconds. At some moment between asking and answer it stood between `date`
 * and a second later; within these bounds the last value stays, so that countdowns do not jump with each answer.
 */
export function nextOffset(offset: number, date: number, { sentAt, receivedAt }: Travel): number {
  const least = date - receivedAt;
  const most = date + 1_000 - sentAt;
  return Math.min(Math.max(offset, least), most);
}
