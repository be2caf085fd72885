// SPDX-License-Identifier: Apache-2.0

import { plural } from '../../contract/amounts.ts';
import type { WebhookState } from '../../server/features/outgoing-webhooks/feature.ts';
import { type Finding, findingsAbout } from '../../server/platform/finding.ts';

/** The alert has the same limit (deploy/prometheus-alerts.yml). */
const longMs = 3_600_000;

/** Checks that outgoing webhooks arrive. Reports nothing if none are configured. */
export function checkWebhooks(
  { on, waiting, since, failing, turnedOff }: WebhookState,
  now: Date,
): Finding[] {
  const { ok, look, wrong } = findingsAbout('webhooks');
  const findings = turnedOff.map(({ host, since, reason }) =>
    reason === 'gone'
      ? look(
          `${host} answered 410 (gone), and has been off since ${since.toISOString()}`,
          'delete it, or turn it on again (Dashboard, Webhooks)',
        )
      : wrong(
          `${host} accepted nothing for days, and was turned off at ${since.toISOString()}`,
          'fix the receiver, turn it on and resend what it missed (Dashboard, Webhooks), or delete it',
        ),
  );
  if (on === 0) return findings;
  if (!since) return [...findings, ok(`${on} on, no events waiting`)];
  const says = `${on} on, ${plural(waiting, 'event')} waiting, the oldest since ${since.toISOString()}`;
  if (now.getTime() - since.getTime() <= longMs) return [...findings, ok(says)];
  const advice =
    failing.length > 0
      ? `check what ${failing.join(', ')} answers (Dashboard, Webhooks)`
      : 'check that a process runs jobs, and that none are late (finalring status)';
  return [...findings, look(says, advice)];
}
