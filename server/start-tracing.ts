// SPDX-License-Identifier: Apache-2.0

import type { Config } from './config.ts';
import type { CopiedOutput } from './platform/log.ts';
import type { Stop } from './shutdown.ts';
import { release } from './version.ts';

/** Loaded only with tracing on: the tracing packages cost time and memory. */
export async function startTracing(
  { tracing, brand }: Config,
  output: CopiedOutput | undefined,
  started: Stop[],
): Promise<void> {
  if (!tracing) return;
  const { otlpTracer } = await import('./platform/otlp-tracer.ts');
  const { traceBy } = await import('./platform/tracing.ts');
  const collector = { ...tracing, service: { name: brand.name.toLowerCase(), version: release } };
  if (output) {
    const { otlpLogs } = await import('./platform/otlp-logs.ts');
    const logs = otlpLogs(collector);
    output.copyTo(logs.send);
    started.push({ name: 'copy of the log', stop: logs.close });
  }
  const tracer = otlpTracer(collector);
  traceBy(tracer);
  started.push({ name: 'traces', stop: tracer.close });
}
