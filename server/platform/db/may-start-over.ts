// SPDX-License-Identifier: Apache-2.0

import pg from 'pg';
import { DatabaseUnavailable } from '../postgres/unavailable.ts';

const serializationFailure = '40001';
const deadlockDetected = '40P01';
export const uniqueViolation = '23505';

/** Whether a transaction that threw this error had no effect, and may succeed when retried. */
export function mayStartOver(thrown: unknown): boolean {
  const error = thrown instanceof DatabaseUnavailable ? thrown.cause : thrown;
  if (!(error instanceof pg.DatabaseError)) return false;
  if (error.code === serializationFailure || error.code === deadlockDetected) return true;
  return error.code === uniqueViolation && (error.constraint ?? '').includes('idempotency');
}
