// SPDX-License-Identifier: Apache-2.0

import { Counter, type Registry } from 'prom-client';

/** `refused`: permanently, by the mail server or because it is no address. `failed`: to be retried. */
const outcomes = ['handed_over', 'refused', 'failed'] as const;

/** Counts all mails of the process. */
const mails = new Counter({
  name: 'mails_total',
  help: 'Attempts to send a mail, by outcome',
  labelNames: ['outcome'],
  registers: [],
});
// A series that started with its first mail would hide that mail from increase().
for (const outcome of outcomes) mails.inc({ outcome }, 0);

export function countMail(outcome: (typeof outcomes)[number]): void {
  mails.inc({ outcome });
}

export function countMails(registry: Registry): void {
  registry.registerMetric(mails);
}
