// SPDX-License-Identifier: Apache-2.0

import { setTimeout as delay } from 'node:timers/promises';
import type Stripe from 'stripe';
import type { Logger } from '../../platform/log.ts';
import { isLoopback } from '../../platform/loopback.ts';
import { askOutside } from '../../platform/outside-call.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';

/** A payment by our id and Stripe's. */
interface AskedAbout {
  paymentId?: string;
  intentId?: string;
}

declare module '../../platform/outside-call.ts' {
  interface OutsideServices {
    stripe: AskedAbout;
  }
}

export interface CardPaymentsOptions {
  /** Origin of Stripe's API, or of a stand-in; http only on loopback. */
  apiBase: string;
  /** Empty if no card payments are configured: then every call is refused. */
  secretKey: string;
  log: Logger;
  /**
   * A try ends after this much silence. A call has two tries, and one more second in total, however slowly the answer
   * arrives.
   */
  timeoutMs?: number;
}

export interface CardOrder {
  /** Our row's id, used as the idempotency key: however often an order is placed, it has only one intent. */
  paymentId: string;
  playerId: string;
  /** Returned in events about it, since other installations may use the same account. */
  installationId: string;
  amountCents: number;
  description: string;
}

/** The state of a payment at Stripe. */
export interface PaymentState {
  intentId: string;
  /** `succeeded` and `canceled` are final; anything else may still become one of them. */
  status: string;
  amountCents: number;
  receivedCents: number;
  /** Lower case, as in `usd`. */
  currency: string;
  /** The total of refunds, and the cents that disputes currently withhold. */
  refundedCents: number;
  disputedCents: number;
  /** The same for every payment with one card number; null until a card is charged. */
  cardFingerprint: string | null;
}

/** One movement of the provider's own balance. */
export interface ProviderEntry {
  id: string;
  /** Stripe's name: `charge`, `refund`, `adjustment`. */
  kind: string;
  /** Signed: the change of the balance, before the fee. */
  amountCents: number;
  feeCents: number;
  currency: string;
  happenedAt: Date;
  /** Null if it concerns no payment. */
  intentId: string | null;
}

export interface CardPayments {
  isConfigured: boolean;
  /** The order's intent: a new one, or that of an earlier try. */
  placeOrder(order: CardOrder): Promise<{ intentId: string; clientSecret: string } | Refusal>;
  /** The secret with which the browser confirms an intent. */
  clientSecretOf(intentId: string): Promise<string | Refusal>;
  readPayment(intentId: string): Promise<PaymentState | Refusal>;
  /** A page of the provider's balance entries since then, newest first; with `nextAfter` if there are more. */
  listEntries(page: {
    since: Date;
    after: string | undefined;
  }): Promise<{ entries: ProviderEntry[]; nextAfter?: string } | Refusal>;
  /** Cancels an unpaid intent. Refused if it was paid or cancelled in the meantime. */
  cancelIntent(intentId: string): Promise<Refusal | undefined>;
}

const currency = 'usd';
const maxRetries = 1;
/** Disputes that took nothing from us: won, or inquiries that never became a chargeback. */
const harmless = new Set(['won', 'warning_needs_response', 'warning_under_review', 'warning_closed']);

/** @throws if the connection would be unencrypted over a network */
function readApiBase(apiBase: string): URL {
  const url = new URL(apiBase);
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new Error('STRIPE_API_BASE may use http: on loopback only');
  return url;
}

/** Loads Stripe's library: some 8 MB, which a process keeps from its first payment on. */
export async function createStripeClient({
  apiBase,
  secretKey,
  timeoutMs,
}: Pick<CardPaymentsOptions, 'apiBase' | 'secretKey'> & { timeoutMs: number }): Promise<Stripe> {
  const { protocol, hostname, port } = readApiBase(apiBase);
  const { default: StripeClient } = await import('stripe');
  return new StripeClient(secretKey, {
    host: hostname,
    ...(port && { port }),
    protocol: protocol === 'http:' ? 'http' : 'https',
    telemetry: false,
    timeout: timeoutMs,
    maxNetworkRetries: maxRetries,
  });
}

/** The loggable parts of a failure: never its text or its request, which may contain keys and secrets. */
function loggable(error: unknown): Record<string, unknown> {
  const { name, type, code, param, statusCode, requestId } = (error ?? {}) as Partial<Stripe.StripeRawError> &
    Error;
  if (!type?.startsWith('Stripe')) return { type: name };
  return { type, code, param, statusCode, requestId };
}

/** @throws if `work` takes longer */
async function endingWithin<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const waiting = new AbortController();
  const late = delay(ms, undefined, { signal: waiting.signal }).then(() => {
    throw new Error('no answer in time');
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    waiting.abort();
  }
}

function disputedBy(dispute: Stripe.Dispute): number {
  if (harmless.has(dispute.status)) return 0;
  // Settled before it became a chargeback: money has only left if a balance transaction proves it.
  if (dispute.status === 'prevented' && dispute.balance_transactions.length === 0) return 0;
  return dispute.amount;
}

function getCharge(intent: Stripe.PaymentIntent): Stripe.Charge | null {
  const { latest_charge: charge } = intent;
  return typeof charge === 'object' ? charge : null;
}

function toEntry({
  id,
  type,
  amount,
  fee,
  currency,
  created,
  source,
}: Stripe.BalanceTransaction): ProviderEntry {
  const about =
    typeof source === 'object' && source && 'payment_intent' in source ? source.payment_intent : null;
  const intentId = typeof about === 'object' ? (about?.id ?? null) : (about ?? null);
  const happenedAt = new Date(created * 1000);
  return { id, kind: type, amountCents: amount, feeCents: fee, currency, happenedAt, intentId };
}

/**
 * Card payments by Stripe (API version of the pinned SDK). Accepts only cards, sets the amount itself, and never waits
 * long for an answer. Any failure is the refusal `payments_unavailable`; an amount that Stripe finds too small is
 * `payment_too_small`.
 */
export function createCardPayments(options: CardPaymentsOptions): CardPayments {
  const { log, secretKey, timeoutMs = 4_000 } = options;
  readApiBase(options.apiBase);
  let client: Promise<Stripe> | undefined;
  const open = () => {
    client ??= createStripeClient({ ...options, timeoutMs });
    return client;
  };
  const answerWithinMs = (1 + maxRetries) * timeoutMs + 1_000;

  async function ask<Answer>(
    about: { what: string } & AskedAbout,
    call: (client: Stripe) => Promise<Stripe.Response<Answer>>,
  ): Promise<Answer | Refusal> {
    if (!secretKey) return refuse('payments_unavailable');
    try {
      return await askOutside(
        log,
        { provider: 'stripe', ...about },
        async () => endingWithin(answerWithinMs, call(await open())),
        ({ lastResponse: { statusCode, requestId } }) => ({ status: statusCode, stripeRequestId: requestId }),
      );
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === 'amount_too_small') return refuse('payment_too_small');
      log.error(
        { provider: 'stripe', ...about, err: loggable(error) },
        'the card provider refused or failed a request',
      );
      return refuse('payments_unavailable');
    }
  }

  return {
    isConfigured: secretKey !== '',
    async placeOrder({ paymentId, playerId, installationId, amountCents, description }) {
      const intent = await ask({ what: 'place-order', paymentId }, (client) =>
        client.paymentIntents.create(
          {
            amount: amountCents,
            currency,
            allowed_payment_method_types: ['card'],
            description,
            metadata: { paymentId, playerId, installationId },
          },
          { idempotencyKey: paymentId },
        ),
      );
      if (isRefusal(intent)) return intent;
      return { intentId: intent.id, clientSecret: intent.client_secret ?? '' };
    },

    async clientSecretOf(intentId) {
      const intent = await ask({ what: 'client-secret', intentId }, (client) =>
        client.paymentIntents.retrieve(intentId),
      );
      return isRefusal(intent) ? intent : (intent.client_secret ?? '');
    },

    async readPayment(intentId) {
      const intent = await ask({ what: 'read-payment', intentId }, (client) =>
        client.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }),
      );
      if (isRefusal(intent)) return intent;
      const charge = getCharge(intent);
      const disputes = charge?.disputed
        ? await ask({ what: 'read-disputes', intentId }, (client) =>
            client.disputes.list({ payment_intent: intentId, limit: 100 }),
          )
        : { data: [] };
      if (isRefusal(disputes)) return disputes;
      return {
        intentId,
        status: intent.status,
        amountCents: intent.amount,
        receivedCents: intent.amount_received,
        currency: intent.currency,
        refundedCents: charge?.amount_refunded ?? 0,
        disputedCents: disputes.data.reduce((sum, dispute) => sum + disputedBy(dispute), 0),
        cardFingerprint: charge?.payment_method_details?.card?.fingerprint ?? null,
      };
    },

    async listEntries({ since, after }) {
      const page = await ask({ what: 'list-balance' }, (client) =>
        client.balanceTransactions.list({
          created: { gte: Math.floor(since.getTime() / 1000) },
          limit: 100,
          expand: ['data.source'],
          ...(after !== undefined && { starting_after: after }),
        }),
      );
      if (isRefusal(page)) return page;
      const last = page.data.at(-1)?.id;
      return { entries: page.data.map(toEntry), ...(page.has_more && last && { nextAfter: last }) };
    },

    async cancelIntent(intentId) {
      const reason = { cancellation_reason: 'abandoned' } as const;
      const intent = await ask({ what: 'cancel-intent', intentId }, (client) =>
        client.paymentIntents.cancel(intentId, reason),
      );
      return isRefusal(intent) ? intent : undefined;
    },
  };
}
