// SPDX-License-Identifier: Apache-2.0

import type { ErrorCode } from '../../contract/errors.ts';

/** An expected "no": use cases return it instead of throwing. A transaction that ends in one rolls back. */
export interface Refusal {
  readonly refused: ErrorCode;
  readonly data?: Record<string, unknown>;
  /** The transaction commits anyway: the stored data is the reason for the refusal. */
  readonly keepsWork?: true;
}

export function refuse(refused: ErrorCode, data?: Record<string, unknown>): Refusal {
  return data ? { refused, data } : { refused };
}

/** A refusal's fields for when to retry: `{until}` for programs, `{time}` for its message, in UTC by the minute. */
export function untilThen(date: Date): { until: string; time: string } {
  const until = date.toISOString();
  return { until, time: until.slice(0, 16).replace('T', ' ') };
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'refused' in value;
}
