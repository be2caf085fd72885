// SPDX-License-Identifier: Apache-2.0

/**
 * Where traces are wanted (docs/decisions/0050) each call, job, statement and outside call becomes a span. What makes spans is
 * loaded then alone; otherwise nothing of it is, and asking costs one comparison.
 */
import { spanOfCall } from './call-context.ts';
import type { Span, SpanFacts, SpanKind } from './span.ts';

export interface Tracer {
  /** @param parent a `traceparent` header; one that is not well formed counts for nothing */
  begin(name: string, kind: SpanKind, facts: SpanFacts, parent?: string): Span;
  /** Sends what is left, for some seconds at most. */
  close(): Promise<void>;
}

let tracer: Tracer | undefined;

/** From here on what happens is traced; undefined ends it. */
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

/** Runs `work` as a part of the span of the call or job that runs; just so where nothing is traced. */
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
