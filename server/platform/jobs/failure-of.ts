// SPDX-License-Identifier: Apache-2.0

/** One of several failures of a job: says which of them it was, so that an operator finds it by its id. */
export function failureOf(id: string, error: unknown): Error {
  return new Error(`${id}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
}
