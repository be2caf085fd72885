// SPDX-License-Identifier: Apache-2.0

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Turn } from './admission.ts';
import type { Span } from './span.ts';

/**
 * Facts about the current call, for code deep inside: the log, the outbox, calls to outside services. If every use case
 * had to pass them on, one would forget it.
 */
export interface CallContext {
  /** The id in the answer's `x-request-id`. Jobs run under the id of the call that enqueued them. */
  requestId: string;
  turn?: Turn | undefined;
  /** The span of its work (tracing.ts). */
  span?: Span | undefined;
  /** When its first report started. */
  reportsSince?: number;
}

const contexts = new AsyncLocalStorage<CallContext>();

/** Runs `work` as part of a call. */
export function inCall<Result>(context: CallContext, work: () => Result): Result {
  return contexts.run(context, work);
}

/** The id of the current request, or of the request that enqueued the running job. */
export function requestIdOfCall(): string | undefined {
  return contexts.getStore()?.requestId;
}

/** The span of the call or job. */
export function spanOfCall(): Span | undefined {
  return contexts.getStore()?.span;
}

/** The rest, in ms, of the `limitMs` that all reports of the current call share. Undefined in a job or a command. */
export function reportTimeLeftMs(limitMs: number): number | undefined {
  const call = contexts.getStore();
  if (!call?.turn) return undefined;
  call.reportsSince ??= performance.now();
  return limitMs - (performance.now() - call.reportsSince);
}

/**
 * Waits for an outside service. In the meantime another call gets the turn, so a service that hangs delays only the
 * calls that need it.
 */
export async function waitOutside<Result>(work: () => Promise<Result>): Promise<Result> {
  const turn = contexts.getStore()?.turn;
  turn?.giveBack();
  try {
    return await work();
  } finally {
    turn?.resume();
  }
}
