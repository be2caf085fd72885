// SPDX-License-Identifier: Apache-2.0

import type { WebhookState } from '../../server/features/outgoing-webhooks/feature.ts';
import { type Finding, findingsAbout } from '../../server/platform/finding.ts';

/** The same as in the alert (deploy/prometheus-alerts.yml). */
const longMs = 3_600_000;

/** Whether outgoing webhooks arrive; nothing if there are none. */
export function checkWebhooks(
  { on, waiting, since, failing, turnedOff }: WebhookState,
  now: Date,
): Finding[] {
  const { ok, look, wrong } = findingsAbout('webhooks');
  const findings = turnedOff.map(({ host, since, reason }) =>
    reason === 'gone'
      ? look(
          `${host} said that it is gone (410), and is off since ${since.toISOString()}`,
          'delete it, or turn it on again (Dashboard, Webhooks)',
        )
      : wrong(
          `${host} took nothing for days, and was turned off at ${since.toISOString()}`,
          'mend the receiver, turn it on again and send again what it missed (Dashboard, Webhooks), or delete it',
        ),
  );
  if (on === 0) return findings;
  if (!since) return [...findings, ok(`${on} are on, and nothing waits`)];
  const says = `${waiting} events wait for ${on} that are on, the oldest since ${since.toISOString()}`;
  if (now.getTime() - since.getTime() <= longMs) return [...findings, ok(says)];
  const advice =
    failing.length > 0
      ? `see what ${failing.join(', ')} answers (Dashboard, Webhooks)`
      : 'see that a process works off jobs, and that none is late (finalring status)';
  return [...findings, look(says, advice)];
}
