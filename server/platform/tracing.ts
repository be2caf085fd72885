// SPDX-License-Identifier: Apache-2.0

/**
 * With tracing on (docs/decisions/0022), each call, job, statement and outside call becomes a span. The code that makes
 * spans is only loaded then; otherwise asking for the tracer costs one comparison.
 */
import { spanOfCall } from './call-context.ts';
import type { Span, SpanFacts, SpanKind } from './span.ts';

export interface Tracer {
  /** @param parent a `traceparent` header; a malformed one is ignored */
  begin(name: string, kind: SpanKind, facts: SpanFacts, parent?: string): Span;
  /** Sends the rest, for some seconds at most. */
  close(): Promise<void>;
}

let tracer: Tracer | undefined;

/** Starts tracing with this tracer; undefined stops it. */
export function traceBy(given: Tracer | undefined): void {
  tracer = given;
}

export function currentTracer(): Tracer | undefined {
  return tracer;
}

function toFailure(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'error';
}

/** Runs `work` in a child span of the current call or job; without a span if tracing is off. */
export async function traced<Result>(
  name: string,
  facts: () => SpanFacts,
  work: () => Promise<Result>,
): Promise<Result> {
  const span = tracer && spanOfCall()?.begin(name, 'client', facts());
  if (!span) return work();
  try {
    const result = await work();
    span.end();
    return result;
  } catch (error) {
    span.end(toFailure(error));
    throw error;
  }
}
