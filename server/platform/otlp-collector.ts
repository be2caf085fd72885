// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import {
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
} from '@opentelemetry/resources';

/**
 * Where traces and log lines are sent, and under which name. The packages read further variables of OpenTelemetry
 * themselves, such as OTEL_EXPORTER_OTLP_HEADERS.
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

/** Tells apart the processes of one service; the same for traces and lines of the log. */
const instanceId = randomUUID();

/** What OTEL_RESOURCE_ATTRIBUTES says wins over what we say. */
export const toResource = ({ name, version }: Collector['service']): Resource =>
  resourceFromAttributes({
    'service.name': name,
    'service.version': version,
    'service.instance.id': instanceId,
  }).merge(detectResources({ detectors: [envDetector] }));

/** Waits some seconds for the last batch; a collector that is away does not delay the shutdown. */
export async function endsSoon(ending: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, closeMs);
  });
  await Promise.race([ending.catch(() => {}), late]);
  clearTimeout(timer);
}
