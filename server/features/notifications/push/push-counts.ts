// SPDX-License-Identifier: Apache-2.0

import { Counter, type Registry } from 'prom-client';
import type { PushOutcome } from '../../../providers/web-push/web-push.ts';

/** The push services of browsers, by the end of their host names. */
const services = {
  google: ['fcm.googleapis.com'],
  mozilla: ['push.services.mozilla.com'],
  apple: ['push.apple.com'],
  microsoft: ['notify.windows.com'],
} as const;
const names = [...Object.keys(services), 'other'];
const outcomes: readonly PushOutcome['is'][] = ['sent', 'gone', 'refused', 'later'];

/** Counts all messages of the process. */
const messages = new Counter({
  name: 'push_messages_total',
  help: 'Push notifications by push service and outcome; the server does not retry refused ones',
  labelNames: ['service', 'outcome'],
  registers: [],
});
// A series that started with its first message would hide that message from increase().
for (const service of names) for (const outcome of outcomes) messages.inc({ service, outcome }, 0);

/** A closed list, since browsers can report any host. */
export function toService(endpoint: string): string {
  const host = URL.parse(endpoint)?.hostname ?? '';
  const found = Object.entries(services).find(([, ends]) =>
    ends.some((end) => host === end || host.endsWith(`.${end}`)),
  );
  return found?.[0] ?? 'other';
}

export function countPush(endpoint: string, outcome: PushOutcome['is']): void {
  messages.inc({ service: toService(endpoint), outcome });
}

export function countPushes(registry: Registry): void {
  registry.registerMetric(messages);
}
