// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import type { Span } from '../span.ts';
import { currentTracer } from '../tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The call's span, if calls are traced. */
    span: Span | null;
  }
}

/**
 * Gives each call a span, as a child of the browser's if it sent a `traceparent`. The answer's `traceresponse` (W3C
 * Trace Context 2) names the span, which tells browsers that traces are wanted. Adds nothing if tracing is off.
 */
export function traceCalls(app: FastifyInstance): void {
  app.decorateRequest('span', null);
  const tracer = currentTracer();
  if (!tracer) return;
  app.addHook('onRequest', (request, reply, done) => {
    const { url: route = 'none', config } = request.routeOptions;
    // Probes come every second, and live streams last for hours.
    if (config.isUnlimited || route.endsWith('/live')) return done();
    const parent = request.headers.traceparent;
    const facts = { 'http.request.method': request.method, 'http.route': route, 'request.id': request.id };
    const span = tracer.begin(
      `${request.method} ${route}`,
      'server',
      facts,
      typeof parent === 'string' ? parent : undefined,
    );
    request.span = span;
    reply.header('traceresponse', `00-${span.traceId}-${span.spanId}-01`);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode, refusalCode } = reply;
    request.span?.tell({
      'http.response.status_code': statusCode,
      ...(refusalCode && { 'refusal.code': refusalCode }),
    });
    request.span?.end(statusCode >= 500 ? String(statusCode) : undefined);
    done();
  });
}
