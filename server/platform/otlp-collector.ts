// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import {
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
} from '@opentelemetry/resources';

/**
 * The destination of traces and log lines, and the name of this service there. The packages themselves read further
 * OpenTelemetry variables, such as OTEL_EXPORTER_OTLP_HEADERS.
 */
export interface Collector {
  /** The collector's address: `http://collector:4318`. */
  endpoint: string;
  service: { name: string; version: string };
}

const closeMs = 3_000;

/** The address for one kind of data, by the rules of OTLP over HTTP. */
export const toAddress = (endpoint: string, kind: 'logs' | 'traces'): string =>
  `${endpoint.replace(/\/$/, '')}/v1/${kind}`;

/** Distinguishes the processes of one service; the same for traces and log lines. */
const instanceId = randomUUID();

/** OTEL_RESOURCE_ATTRIBUTES overrides our own attributes. */
export const toResource = ({ name, version }: Collector['service']): Resource =>
  resourceFromAttributes({
    'service.name': name,
    'service.version': version,
    'service.instance.id': instanceId,
  }).merge(detectResources({ detectors: [envDetector] }));

/** Waits some seconds for the last batch; an unavailable collector does not delay the shutdown. */
export async function endsSoon(ending: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, closeMs);
  });
  await Promise.race([ending.catch(() => {}), late]);
  clearTimeout(timer);
}
