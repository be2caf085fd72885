// SPDX-License-Identifier: Apache-2.0

import { DatabaseUnavailable } from '../postgres/unavailable.ts';

/** One of several failures of a job: says which of them it was, so that an operator finds it by its id. */
export function failureOf(id: string, error: unknown): Error {
  // What is away is away for all of them, and is told from a fault by its class.
  if (error instanceof DatabaseUnavailable) return error;
  return new Error(`${id}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
}
