// SPDX-License-Identifier: Apache-2.0

import {
  SpanKind as Kinds,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  type SpanContext,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { AlwaysOnSampler, BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { type Collector, endsSoon, toAddress, toResource } from './otlp-collector.ts';
import type { Span, SpanKind } from './span.ts';
import type { Tracer } from './tracing.ts';

const kinds = { server: Kinds.SERVER, client: Kinds.CLIENT, internal: Kinds.INTERNAL } satisfies Record<
  SpanKind,
  Kinds
>;
/** How many spans may wait for sending; more are dropped, since nothing depends on traces. */
const maxQueue = 4_096;
const sendEachMs = 2_000;

/** `00-<trace>-<span>-<flags>` of W3C Trace Context; all-zero ids are invalid. */
function parseParent(header: string | undefined): SpanContext | undefined {
  const [, traceId = '', spanId = ''] =
    /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(header ?? '') ?? [];
  if (/^0*$/.test(traceId) || /^0*$/.test(spanId)) return undefined;
  return { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true };
}

/** Sends spans to a collector by OTLP over HTTP, in batches. */
export function otlpTracer({ endpoint, service }: Collector): Tracer {
  const exporter = new OTLPTraceExporter({ url: toAddress(endpoint, 'traces') });
  const provider = new TracerProvider({
    resource: toResource(service),
    // Regardless of a caller's flag: the collector decides what to keep.
    sampler: new AlwaysOnSampler(),
    spanLimits: { attributeValueLengthLimit: 2_000 },
    spanProcessors: [
      new BatchSpanProcessor({ exporter, maxQueueSize: maxQueue, scheduledDelayMillis: sendEachMs }),
    ],
  });
  const tracer = provider.getTracer(service.name);

  const wrap = (span: OtelSpan): Span => {
    const { traceId, spanId } = span.spanContext();
    return {
      traceId,
      spanId,
      begin: (name, kind, attributes) =>
        wrap(tracer.startSpan(name, { kind: kinds[kind], attributes }, trace.setSpan(ROOT_CONTEXT, span))),
      tell: (facts) => void span.setAttributes(facts),
      end(failure) {
        if (failure) span.setStatus({ code: SpanStatusCode.ERROR, message: failure });
        span.end();
      },
    };
  };
  return {
    begin(name, kind, attributes, parent) {
      const remote = parseParent(parent);
      const context = remote ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT;
      return wrap(tracer.startSpan(name, { kind: kinds[kind], attributes }, context));
    },
    close: () => endsSoon(provider.shutdown()),
  };
}
