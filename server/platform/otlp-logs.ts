// SPDX-License-Identifier: Apache-2.0

import { type Attributes, ROOT_CONTEXT, TraceFlags, trace } from '@opentelemetry/api';
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import { type Collector, endsSoon, toAddress, toResource } from './otlp-collector.ts';

/** How many lines may wait for sending; more are dropped, since standard output has them too. */
const maxQueue = 8_192;
const sendEachMs = 1_000;

interface Line {
  level: number;
  time: number;
  msg?: string;
  traceId?: string;
  spanId?: string;
  err?: { name?: string; message?: string; stack?: string };
}

const names: Readonly<Record<number, string>> = {
  ...{ 10: 'TRACE', 20: 'DEBUG', 30: 'INFO', 40: 'WARN', 50: 'ERROR', 60: 'FATAL' },
};

/** OpenTelemetry's names for the parts of an error. */
function describeException({ name, message, stack, ...others }: NonNullable<Line['err']>): Attributes {
  return {
    ...(name && { 'exception.type': name }),
    ...(message && { 'exception.message': message }),
    ...(stack && { 'exception.stacktrace': stack }),
    ...others,
  };
}

/**
 * Sends log lines to a collector by OTLP over HTTP, in batches, under the trace and span that they belong to. Sends
 * them as written, so without removed fields.
 */
export function otlpLogs({ endpoint, service }: Collector) {
  const provider = new LoggerProvider({
    resource: toResource(service),
    logRecordLimits: { attributeValueLengthLimit: 8_000 },
    processors: [
      new BatchLogRecordProcessor({
        exporter: new OTLPLogExporter({ url: toAddress(endpoint, 'logs') }),
        maxQueueSize: maxQueue,
        scheduledDelayMillis: sendEachMs,
      }),
    ],
  });
  const logger = provider.getLogger(service.name);
  return {
    /** @param text a line of the log (`log.ts`) */
    send(text: string): void {
      const { level, time, msg, traceId, spanId, err, ...facts } = JSON.parse(text) as Line;
      logger.emit({
        timestamp: time,
        // Pino counts levels in tens from 10, OpenTelemetry in fours from 1.
        severityNumber: (level / 10 - 1) * 4 + 1,
        ...(names[level] && { severityText: names[level] }),
        ...(msg !== undefined && { body: msg }),
        attributes: { ...facts, ...(err && describeException(err)) },
        ...(traceId &&
          spanId && {
            context: trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.NONE }),
          }),
      });
    },
    close: () => endsSoon(provider.shutdown()),
  };
}
