// SPDX-License-Identifier: Apache-2.0

/** Facts that a span may have: never an address, a body, a parameter or a name. */
export type SpanFacts = Record<string, string | number | boolean>;
export type SpanKind = 'server' | 'client' | 'internal';

export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  /** Begins a child span. */
  begin(name: string, kind: SpanKind, facts: SpanFacts): Span;
  tell(facts: SpanFacts): void;
  /** @param failure the reason: a name or a code */
  end(failure?: string): void;
}
