// SPDX-License-Identifier: Apache-2.0

import type Stripe from 'stripe';
import { type Finding, findingsAbout } from '../../platform/finding.ts';
import { signProbe } from './webhook-probe.ts';

const { ok, look, wrong } = findingsAbout('stripe');
const withinMs = 10_000;
/** Long enough for a first try and the next. */
const undeliveredAfterSeconds = 600;

/** Whether the process (and its proxy) at our address accepts a webhook that is signed with our secret. */
export async function checkSecret({
  webhookUrl,
  webhookSecrets,
}: {
  webhookUrl: string;
  webhookSecrets: readonly string[];
}): Promise<Finding[]> {
  const answers = await Promise.all(
    webhookSecrets.map(async (secret) => {
      const { body, signature } = await signProbe(secret);
      const answer = await fetch(webhookUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
        body,
        signal: AbortSignal.timeout(withinMs),
        redirect: 'manual',
      }).catch(() => undefined);
      const told = (await answer?.json().catch(() => undefined)) as { code?: string } | undefined;
      return told?.code;
    }),
  );
  // Without any answer, the check of the address reports the problem.
  if (answers.every((code) => code === undefined)) return [];
  if (answers.every((code) => code === 'webhook_too_old'))
    return [ok('webhooks signed with STRIPE_WEBHOOK_SECRET get through')];
  return [
    wrong(
      `our address refuses webhooks signed with STRIPE_WEBHOOK_SECRET (${answers.join(', ')})`,
      'restart every process after changing it, and make sure the proxy leaves bodies unchanged',
    ),
  ];
}

/** Whether Stripe's events arrive: if they are signed with another endpoint's secret, this server refuses each. */
export async function checkDelivered(stripe: Stripe): Promise<Finding[]> {
  const before = Math.floor(Date.now() / 1000) - undeliveredAfterSeconds;
  const { data: events } = await stripe.events.list({ limit: 20, created: { lte: before } });
  const waiting = events.filter((event) => event.pending_webhooks > 0);
  if (waiting.length === 0) return [];
  return [
    look(
      `could not deliver ${waiting.length} of its last ${events.length} events`,
      "compare STRIPE_WEBHOOK_SECRET with the endpoint's signing secret, and check its failed deliveries (Workbench, Webhooks)",
    ),
  ];
}

/** The permissions that a restricted key needs besides reading PaymentIntents, each with what fails without it. */
const reads: Record<string, { what: string; list: (stripe: Stripe) => Promise<unknown> }> = {
  Charges: { what: 'we miss refunds', list: (stripe) => stripe.charges.list({ limit: 1 }) },
  Disputes: { what: 'we miss disputes', list: (stripe) => stripe.disputes.list({ limit: 1 }) },
  'Balance Transactions': {
    what: 'the books lack fees',
    list: (stripe) => stripe.balanceTransactions.list({ limit: 1 }),
  },
};

/** Permissions that a restricted key lacks; testing a write would need a real write. */
export async function checkPermissions(
  stripe: Stripe,
  isDenied: (error: unknown) => boolean,
): Promise<Finding[]> {
  const found = await Promise.all(
    Object.entries(reads).map(async ([name, { what, list }]): Promise<Finding[]> => {
      try {
        await list(stripe);
        return [];
      } catch (error) {
        if (!isDenied(error)) throw error;
        return [
          wrong(
            `does not let the restricted key read ${name}: ${what}`,
            `Developers, API keys: ${name}, Read`,
          ),
        ];
      }
    }),
  );
  return found.flat();
}
