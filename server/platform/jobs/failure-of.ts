// SPDX-License-Identifier: Apache-2.0

import { DatabaseUnavailable } from '../postgres/unavailable.ts';

/** One of several failures of a job, with its id, so that an operator can find it. */
export function failureOf(id: string, error: unknown): Error {
  // An outage affects all of them, and is recognized by its class.
  if (error instanceof DatabaseUnavailable) return error;
  return new Error(`${id}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
}
