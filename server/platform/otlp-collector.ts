// SPDX-License-Identifier: Apache-2.0

import { type Resource, resourceFromAttributes } from '@opentelemetry/resources';

/** Where traces and lines of the log go, and under which name. */
export interface Collector {
  /** Of a collector: `http://collector:4318`. */
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  service: { name: string; version: string };
}

const closeMs = 3_000;

/** The address for that kind of data, as OTLP over HTTP has it. */
export const toAddress = (endpoint: string, kind: 'logs' | 'traces'): string =>
  `${endpoint.replace(/\/$/, '')}/v1/${kind}`;

export const toResource = ({ name, version }: Collector['service']): Resource =>
  resourceFromAttributes({ 'service.name': name, 'service.version': version });

/** Waits for the last batch for some seconds; a collector that is away holds no end up. */
export async function endsSoon(ending: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, closeMs);
  });
  await Promise.race([ending.catch(() => {}), late]);
  clearTimeout(timer);
}
