// SPDX-License-Identifier: Apache-2.0

import { ApiError, newIdempotencyKey } from '../../lib/api.ts';

/**
 * One idempotency key per intention of the player. Retrying after an answer got lost uses the same key, so that the fee is
 * taken once; another input, or a new try after a clear refusal, is a new intention.
 */
export function createIntention(newKey: () => string = newIdempotencyKey) {
  let held: { key: string; input: string } | undefined;
  return {
    keyFor(input: unknown): string {
      const text = JSON.stringify(input);
      if (held?.input !== text) held = { key: newKey(), input: text };
      return held.key;
    },
    /** Call after a failure: drops the key if the server refused with a code; keeps it if the outcome is unknown. */
    failed(error: unknown): void {
      if (error instanceof ApiError && error.code && error.status >= 400 && error.status < 500) {
        held = undefined;
      }
    },
    succeeded(): void {
      held = undefined;
    },
  };
}
