// SPDX-License-Identifier: Apache-2.0

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Turn } from './admission.ts';
import type { Span } from './span.ts';

/**
 * What is known of the call that is being answered, for those deep inside who need it: the log, the outbox, anyone who
 * asks an outside service. Handed through every use-case, one of them would forget it.
 */
export interface CallContext {
  /** The id that the answer carries as `x-request-id`. Jobs run under the id of the call that they come from. */
  requestId: string;
  turn?: Turn | undefined;
  /** Where what happens is traced (tracing.ts). */
  span?: Span | undefined;
  /** When its first report was asked for. */
  reportsSince?: number;
  /** Whether it says that its answer may be some seconds late. */
  isLateAllowed?: boolean;
}

const contexts = new AsyncLocalStorage<CallContext>();

/** Runs `work` as part of a call. */
export function inCall<Result>(context: CallContext, work: () => Result): Result {
  return contexts.run(context, work);
}

/** The id of the request that is being answered, or that the running job comes from. */
export function requestIdOfCall(): string | undefined {
  return contexts.getStore()?.requestId;
}

/** What the call, or the job, is traced by. */
export function spanOfCall(): Span | undefined {
  return contexts.getStore()?.span;
}

/**
 * What is left, in ms, of the `limitMs` that all reports of the call that is being answered have together. Undefined in a
 * job or a command.
 */
export function reportTimeLeftMs(limitMs: number): number | undefined {
  const call = contexts.getStore();
  if (!call?.turn) return undefined;
  call.reportsSince ??= performance.now();
  return limitMs - (performance.now() - call.reportsSince);
}

/** From here on the call that is being answered may read from a replica. */
export function allowLateReads(): void {
  const call = contexts.getStore();
  if (call) call.isLateAllowed = true;
}

/** Whether a replica may be read: in a call only where it says so. */
export function isLateAllowed(): boolean {
  const call = contexts.getStore();
  return !call?.turn || call.isLateAllowed === true;
}

/**
 * Waits for an outside service. The call's turn goes to somebody else meanwhile, so a service that hangs holds up only
 * those who ask it.
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
