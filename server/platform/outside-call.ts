// SPDX-License-Identifier: Apache-2.0

import { Counter, type Registry } from 'prom-client';
import { waitOutside } from './call-context.ts';
import type { Logger } from './log.ts';
import { traced } from './tracing.ts';

/**
 * Ids that are logged with calls to a service, by service: each provider declares its own here. Never an address, a
 * body or a name: those are personal data.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by providers
export interface OutsideServices {}

export type OutsideService = keyof OutsideServices;

/** The service, the kind of request, and the ids of its subjects. */
export type OutsideCall = {
  [Provider in OutsideService]: { provider: Provider; what: string } & OutsideServices[Provider];
}[OutsideService];

/** Counts all calls of the process. */
const calls = new Counter({
  name: 'outside_calls_total',
  help: 'Calls to outside services, answered or failed (no answer, a fault of the service, or our key refused)',
  labelNames: ['provider', 'outcome'],
  registers: [],
});
const seconds = new Counter({
  name: 'outside_call_seconds_total',
  help: 'Seconds spent in calls to outside services',
  labelNames: ['provider'],
  registers: [],
});

/** The counts so far. */
export async function readOutsideCalls(): Promise<{ provider: string; outcome: string; calls: number }[]> {
  const { values } = await calls.get();
  return values.map(({ labels: { provider, outcome }, value }) => ({
    provider: String(provider),
    outcome: String(outcome),
    calls: value,
  }));
}

/** By its status, the service itself reports a failure, or it refused our key. */
function isFault({ status, isKeyRefused }: Record<string, unknown>): boolean {
  return isKeyRefused === true || (typeof status === 'number' && status >= 500);
}

/** @param services all that this process may call: each starts at 0 before its first call */
export function countOutsideCalls(registry: Registry, services: readonly OutsideService[]): void {
  for (const provider of services) {
    for (const outcome of ['answered', 'failed']) calls.inc({ provider, outcome }, 0);
    seconds.inc({ provider }, 0);
  }
  registry.registerMetric(calls);
  registry.registerMetric(seconds);
}

/**
 * Calls an outside service, and logs the outcome in one line with status and duration. Other calls are processed in the
 * meantime.
 * @param told the answer's facts to log; `isKeyRefused` counts as failed
 * @throws like `work`
 */
export async function askOutside<Answer>(
  log: Logger,
  call: OutsideCall,
  work: () => Promise<Answer>,
  told: (answer: Answer) => Record<string, unknown>,
): Promise<Answer> {
  const began = performance.now();
  const ms = () => Math.round(performance.now() - began);
  const count = (outcome: 'answered' | 'failed') => {
    const { provider } = call;
    calls.inc({ provider, outcome });
    seconds.inc({ provider }, (performance.now() - began) / 1000);
  };
  try {
    const { provider, what } = call;
    const answer = await traced(
      `${provider} ${what}`,
      () => ({ 'peer.service': provider }),
      () => waitOutside(work),
    );
    const facts = told(answer);
    count(isFault(facts) ? 'failed' : 'answered');
    log.info({ ...call, ...facts, ms: ms() }, 'outside call');
    return answer;
  } catch (error) {
    count('failed');
    const { name, code } = error as { name?: string; code?: unknown };
    log.info({ ...call, failed: code ?? name, ms: ms() }, 'outside call');
    throw error;
  }
}
