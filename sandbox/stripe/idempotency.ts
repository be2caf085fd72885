// SPDX-License-Identifier: Apache-2.0

import { createHash } from 'node:crypto';
import type { DurableMap } from '../durable-map.ts';
import { StripeRefusal } from './errors.ts';

export interface KeptAnswer {
  status: number;
  body: object;
  /** The hash of the request that got this answer. */
  requestId: string;
}

interface Entry {
  fingerprint: string;
  createdAt: number;
  answer: KeptAnswer;
}

const keptMs = 24 * 3_600_000;
const longestKey = 255;

/** Every later call with a key gets the first call's result, including 500s (docs.stripe.com/idempotency). */
export interface IdempotentAnswers {
  /**
   * @returns the stored answer, or undefined if the caller must run the call and then use `keep` or `release`
   * @throws StripeRefusal 400 if the key was used with other parameters, 409 while the first call is running
   */
  begin(key: string, fingerprint: string): KeptAnswer | undefined;
  keep(key: string, fingerprint: string, answer: KeptAnswer): void;
  release(key: string): void;
}

export function idempotentAnswers(map: DurableMap): IdempotentAnswers {
  const running = new Set<string>();
  const getName = (key: string) => `idempotency:${key}`;
  for (const [name, value] of map.entries()) {
    const isOld = name.startsWith('idempotency:') && (value as Entry).createdAt < Date.now() - keptMs;
    if (isOld) map.delete(name);
  }
  return {
    begin: (key, fingerprint) => {
      if (key.length > longestKey) {
        throw new StripeRefusal(400, {
          type: 'invalid_request_error',
          message: 'Stripe idempotency keys may be at most 255 characters long.',
        });
      }
      if (running.has(key)) {
        throw new StripeRefusal(409, {
          type: 'invalid_request_error',
          code: 'idempotency_key_in_use',
          message: `There is currently another in-progress request using this Idempotent Key (${key}).`,
        });
      }
      const entry = map.get(getName(key)) as Entry | undefined;
      if (!entry) {
        running.add(key);
        return undefined;
      }
      if (entry.fingerprint === fingerprint) return entry.answer;
      throw new StripeRefusal(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      });
    },
    keep: (key, fingerprint, answer) => {
      // A copy, because the answer's objects will change later.
      map.set(getName(key), structuredClone({ fingerprint, createdAt: Date.now(), answer }));
    },
    release: (key) => running.delete(key),
  };
}

export function getFingerprint(method: string, url: string, body: string): string {
  return createHash('sha256').update(`${method} ${url}\n${body}`).digest('hex');
}
