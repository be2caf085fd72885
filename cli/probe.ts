// SPDX-License-Identifier: Apache-2.0

import { describeSilence } from '../server/platform/finding.ts';

export interface Probe {
  /** Undefined if there was no answer. */
  status?: number;
  body?: Record<string, unknown>;
  /** How far our clock is ahead of the answering server's, in ms. */
  clockAheadMs?: number;
  silence?: string;
}

/** Requests an address of an installation, as a load balancer or a monitor would. */
export async function probe(address: string): Promise<Probe> {
  const asked = Date.now();
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(10_000), redirect: 'manual' });
    const body = await answer.json().catch(() => undefined);
    const date = Date.parse(answer.headers.get('date') ?? '');
    return {
      status: answer.status,
      ...(typeof body === 'object' && body !== null && { body }),
      // The header has whole seconds: compares the middle of that second with the middle of the call.
      ...(!Number.isNaN(date) && { clockAheadMs: (asked + Date.now()) / 2 - (date + 500) }),
    };
  } catch (error) {
    return { silence: describeSilence(error) };
  }
}
