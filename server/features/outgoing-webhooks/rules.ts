// SPDX-License-Identifier: Apache-2.0

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** After how long what failed is tried again, by how often it was tried: some three days in all. */
const waitsMs = [
  minuteMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
];

/** An endpoint that nothing got through to for so long is turned off. */
export const turnedOffAfterMs = 5 * dayMs;
/** For so long messages are signed by the secret before as well. */
export const rotationMs = dayMs;
/** How long an endpoint may take to answer. */
export const answerWithinMs = 10_000;
/** Longer than an answer and writing it down can take: a send that is held longer belongs to a dead process. */
export const heldForMs = 30_000;
/** So many are on their way to one endpoint at a time. */
export const lanesPerEndpoint = 4;
/** As much of an answer is kept. */
export const maxAnswerBytes = 1_000;

/** What came of one try. */
export interface Outcome {
  /** HTTP; null where nothing was answered. */
  status: number | null;
  /** Why nothing was; empty otherwise. */
  error: string;
  answer: string;
  /** Where the endpoint says when to come back. */
  retryAfterMs?: number;
}

/** Any answer of 2xx counts as taken. Redirects do not: nobody is sent elsewhere. */
export function isTaken({ status }: Outcome): boolean {
  return status !== null && status >= 200 && status <= 299;
}

/** The endpoint says that it will never take anything again. */
export function isGone({ status }: Outcome): boolean {
  return status === 410;
}

/**
 * When a failed send is tried again; null where it is given up.
 * @param tries so far, this one included
 */
export function nextTryAt(tries: number, { retryAfterMs = 0 }: Outcome, now: Date): Date | null {
  const wait = waitsMs[tries - 1];
  if (wait === undefined) return null;
  return new Date(now.getTime() + Math.max(wait, Math.min(retryAfterMs, dayMs)));
}
