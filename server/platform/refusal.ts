// SPDX-License-Identifier: Apache-2.0

import type { ErrorCode } from '../../contract/errors.ts';
import { formatUtc } from '../../contract/times.ts';

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

/** A refusal's fields for when to retry: `{until}` for programs, `{time}` for its message. */
export function untilThen(date: Date): { until: string; time: string } {
  return { until: date.toISOString(), time: formatUtc(date) };
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'refused' in value;
}
