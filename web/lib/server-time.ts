// SPDX-License-Identifier: Apache-2.0

/**
 * The server's time. A player's clock may be minutes off, and the server decides what is open, what has expired and how
 * much time is left.
 */
let offsetMs = 0;

/** Milliseconds since 1970 by the server's clock; accurate to a second after the first answer. */
export function serverNow(): number {
  return Date.now() + offsetMs;
}

/** When a request was sent and answered, in milliseconds since 1970 by this browser's clock. */
interface Travel {
  sentAt: number;
  receivedAt: number;
}

/**
 * Learns from an answer's `Date` header, which has whole seconds. Ignores answers that may come from a cache, whose
 * date is old.
 */
export function noteServerDate({ headers }: Response, travel: Travel): void {
  const date = Date.parse(headers.get('date') ?? '');
  const isFresh = headers.get('cache-control')?.includes('no-store') && !headers.has('age');
  if (isFresh && !Number.isNaN(date)) offsetMs = nextOffset(offsetMs, date, travel);
}

/**
 * How far the server's clock is ahead, in milliseconds. Between request and answer, the server's time was at some
 * moment between `date` and one second later. If the last offset fits these bounds, it is kept, so that countdowns
 * don't jump with each answer.
 */
export function nextOffset(offset: number, date: number, { sentAt, receivedAt }: Travel): number {
  const least = date - receivedAt;
  const most = date + 1_000 - sentAt;
  return Math.min(Math.max(offset, least), most);
}
