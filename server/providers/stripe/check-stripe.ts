// SPDX-License-Identifier: Apache-2.0

import Stripe from 'stripe';
import { describeSilence, type Finding, findingsAbout } from '../../platform/finding.ts';
import { createStripeClient } from './card-payments.ts';
import { checkDelivered, checkPermissions, checkSecret } from './check-webhook.ts';

interface Options {
  apiBase: string;
  secretKey: string;
  /** Where Stripe should send events. */
  webhookUrl: string;
  webhookSecrets: readonly string[];
  production: boolean;
}

/** The events that Stripe must send about payments (docs/operate.md, Card payments). */
export const neededEvents = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.refunded',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
];

const { ok, look, wrong } = findingsAbout('stripe');
const workbench = "Stripe's dashboard, Developers, Webhooks";

async function checkKey(stripe: Stripe, { secretKey, production }: Options): Promise<Finding[]> {
  await stripe.paymentIntents.list({ limit: 1 });
  const isTest = secretKey.includes('_test_');
  if (production && isTest) {
    return [
      look('accepts the key, but it is a test key: test cards buy coins', 'set live keys before you open'),
    ];
  }
  return [ok(`accepts the ${isTest ? 'test' : 'live'} key`)];
}

function checkEndpoint(endpoint: Stripe.WebhookEndpoint): Finding[] {
  const missing = endpoint.enabled_events.includes('*')
    ? []
    : neededEvents.filter((name) => !endpoint.enabled_events.some((event) => event === name));
  if (endpoint.status !== 'enabled') {
    return [wrong('has disabled our webhook endpoint', `${workbench}: enable it`)];
  }
  if (missing.length > 0) {
    return [
      wrong(`does not send us ${missing.join(', ')}`, `${workbench}: add these events to the endpoint`),
    ];
  }
  if (endpoint.api_version && endpoint.api_version !== Stripe.API_VERSION) {
    return [
      look(
        `sends events of its version ${endpoint.api_version}`,
        `create an endpoint of version ${Stripe.API_VERSION} (docs/operate.md, Card payments)`,
      ),
    ];
  }
  return [ok('sends us payments by webhook')];
}

async function checkWebhook(stripe: Stripe, { webhookUrl }: Options): Promise<Finding[]> {
  try {
    const { data: endpoints } = await stripe.webhookEndpoints.list({ limit: 100 });
    const ours = endpoints.find(({ url }) => url === webhookUrl);
    if (ours) return checkEndpoint(ours);
    return [
      wrong(
        'has no webhook endpoint for us: coins come late, when we ask about payments',
        `${workbench}: add ${webhookUrl} (docs/operate.md, Card payments)`,
      ),
    ];
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripePermissionError)) throw error;
    const advice = `check them yourself (${workbench}), or let the restricted key read webhook endpoints`;
    return [look('does not let this key read webhook endpoints', advice)];
  }
}

const isDenied = (error: unknown) => error instanceof Stripe.errors.StripePermissionError;

/** Also checks deliveries, if the key may read them. */
async function checkNews(stripe: Stripe): Promise<Finding[]> {
  return checkDelivered(stripe).catch((error: unknown) => {
    if (isDenied(error)) return [];
    throw error;
  });
}

/** Whether players can pay, and whether we are notified. */
export async function checkStripe(options: Options): Promise<Finding[]> {
  const stripe = await createStripeClient({ ...options, timeoutMs: 10_000 });
  try {
    const findings = await checkKey(stripe, options);
    if (options.secretKey.startsWith('rk_')) findings.push(...(await checkPermissions(stripe, isDenied)));
    const [endpoint, secret, news] = await Promise.all([
      checkWebhook(stripe, options),
      checkSecret(options),
      checkNews(stripe),
    ]);
    return [...findings, ...endpoint, ...secret, ...news];
  } catch (error) {
    if (error instanceof Stripe.errors.StripeAuthenticationError) {
      return [wrong('refuses STRIPE_SECRET_KEY', "copy it from Stripe's dashboard, Developers, API keys")];
    }
    if (error instanceof Stripe.errors.StripePermissionError) {
      return [
        wrong(
          'does not let this key read payments',
          'give the restricted key write access to PaymentIntents',
        ),
      ];
    }
    if (error instanceof Stripe.errors.StripeConnectionError) {
      return [
        wrong(`${describeSilence(error)} from ${options.apiBase}`, 'check that this machine can reach it'),
      ];
    }
    return [
      look(
        `answered ${(error as { statusCode?: number }).statusCode ?? 'something unknown'}`,
        'check again later',
      ),
    ];
  }
}
