// SPDX-License-Identifier: Apache-2.0

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The delay after each failed try: about three days in total. */
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

/** An endpoint that has been unreachable for this long is turned off. */
export const turnedOffAfterMs = 5 * dayMs;
/** How long messages are also signed with the previous secret. */
export const rotationMs = dayMs;
/** How long an endpoint may take to answer. */
export const answerWithinMs = 10_000;
/** How much of an answer is stored. */
export const maxAnswerBytes = 1_000;

/** The outcome of one try. */
export interface Outcome {
  /** HTTP status; null if there was no answer. */
  status: number | null;
  /** Why there was no answer; otherwise empty. */
  error: string;
  answer: string;
  /** Set if the endpoint specifies when to retry. */
  retryAfterMs?: number;
}

/** Any 2xx answer counts as delivered. Redirects do not, as they are never followed. */
export function isTaken({ status }: Outcome): boolean {
  return status !== null && status >= 200 && status <= 299;
}

/** Whether the endpoint reports that it will never accept anything again. */
export function isGone({ status }: Outcome): boolean {
  return status === 410;
}

/**
 * When to retry a failed send; null after the last try.
 * @param tries so far, including this one
 */
export function nextTryAt(tries: number, { retryAfterMs = 0 }: Outcome, now: Date): Date | null {
  const wait = waitsMs[tries - 1];
  if (wait === undefined) return null;
  return new Date(now.getTime() + Math.max(wait, Math.min(retryAfterMs, dayMs)));
}
