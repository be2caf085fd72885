// SPDX-License-Identifier: Apache-2.0

/**
 * The server's time. A player's clock may be minutes off, and the server decides what is open, what has expired and how much
 * time is left.
 */
let offsetMs = 0;

/** Milliseconds since 1970 by the server's clock, accurate to a second after the first answer. */
export function serverNow(): number {
  return Date.now() + offsetMs;
}

/** When a request was sent and its answer received, in milliseconds since 1970 by this browser's clock. */
interface Travel {
  sentAt: number;
  receivedAt: number;
}

/**
 * Learns from an answer's `Date` header, which has whole seconds. Answers that may come from a cache are ignored, since
 * their date is old.
 */
export function noteServerDate({ headers }: Response, travel: Travel): void {
  const date = Date.parse(headers.get('date') ?? '');
  const isFresh = headers.get('cache-control')?.includes('no-store') && !headers.has('age');
  if (isFresh && !Number.isNaN(date)) offsetMs = nextOffset(offsetMs, date, travel);
}

/**
 * How far the server's clock is ahead, in milliseconds. At some moment between request and answer it stood between `date`
 * and a second later; the last offset is kept if it fits these bounds, so that countdowns do not jump with each answer.
 */
export function nextOffset(offset: number, date: number, { sentAt, receivedAt }: Travel): number {
  const least = date - receivedAt;
  const most = date + 1_000 - sentAt;
  return Math.min(Math.max(offset, least), most);
}
