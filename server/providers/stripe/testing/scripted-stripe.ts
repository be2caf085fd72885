// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';

export interface StripeCall {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  form: URLSearchParams;
}

interface Intent {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  currency: string;
  status: string;
  client_secret: string;
  metadata: Record<string, string>;
  latest_charge: string | null;
}

interface Charge {
  id: string;
  object: 'charge';
  payment_intent: string;
  amount: number;
  amount_refunded: number;
  disputed: boolean;
  currency: string;
  payment_method_details: { card: { fingerprint: string } };
}

interface Dispute {
  id: string;
  object: 'dispute';
  payment_intent: string;
  charge: string;
  amount: number;
  currency: string;
  status: string;
  balance_transactions: object[];
}

/**
 * The next call gets this instead: a status and an error, silence, an endless answer, or a connection that breaks
 * before or after the call takes effect.
 */
type Fault = { status: number; error: object } | 'hang' | 'drip' | 'tear' | 'lose';

export interface SignedWebhook {
  body: string;
  signature: string;
}

export const webhookSecret = 'whsec_scripted';

/** A webhook as Stripe would send it. */
export function signWebhook(
  type: string,
  object: object,
  { at = new Date(), id = `evt_${randomUUID()}`, secret = webhookSecret } = {},
): SignedWebhook {
  const timestamp = Math.floor(at.getTime() / 1000);
  const body = JSON.stringify({ id, object: 'event', type, created: timestamp, data: { object } });
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp });
  return { body, signature };
}

/** A local HTTP server that keeps intents, charges and disputes like Stripe, and signs its webhooks. */
export async function startScriptedStripe() {
  const calls: StripeCall[] = [];
  const intents = new Map<string, Intent>();
  const charges = new Map<string, Charge>();
  const disputes = new Map<string, Dispute>();
  const byKey = new Map<string, string>();
  const faults: Fault[] = [];
  let beforeAnswer: (intent: Intent) => Promise<void> | void = () => {};

  function createIntent({ headers, form }: StripeCall): Intent {
    const key = String(headers['idempotency-key']);
    const known = byKey.get(key);
    if (known) return intents.get(known) as Intent;
    const id = `pi_${randomUUID()}`;
    const metadata = Object.fromEntries(
      [...form].flatMap(([name, value]) => {
        const field = /^metadata\[(.+)\]$/.exec(name)?.[1];
        return field ? [[field, value]] : [];
      }),
    );
    const intent: Intent = {
      id,
      object: 'payment_intent',
      amount: Number(form.get('amount')),
      amount_received: 0,
      currency: String(form.get('currency')),
      status: 'requires_payment_method',
      client_secret: `${id}_secret_x`,
      metadata,
      latest_charge: null,
    };
    intents.set(id, intent);
    byKey.set(key, id);
    return intent;
  }

  function missing(id: string) {
    return {
      status: 404,
      body: { error: { type: 'invalid_request_error', code: 'resource_missing', param: id } },
    };
  }

  async function answer(call: StripeCall): Promise<{ status: number; body: object }> {
    const [, id = '', action] = /^\/v1\/payment_intents(?:\/([^/]+))?(?:\/(\w+))?$/.exec(call.path) ?? [];
    if (call.path === '/v1/disputes') {
      const of = [...disputes.values()].filter(
        ({ payment_intent: pi }) => pi === call.form.get('payment_intent'),
      );
      return { status: 200, body: { object: 'list', data: of, has_more: false, url: '/v1/disputes' } };
    }
    if (!id) {
      const intent = createIntent(call);
      await beforeAnswer(intent);
      return { status: 200, body: intent };
    }
    const intent = intents.get(id);
    if (!intent) return missing(id);
    if (action === 'cancel') {
      if (['succeeded', 'canceled'].includes(intent.status)) {
        const error = { type: 'invalid_request_error', code: 'payment_intent_unexpected_state' };
        return { status: 400, body: { error } };
      }
      intent.status = 'canceled';
    }
    const expands = [...call.form].some(
      ([name, value]) => name.startsWith('expand') && value === 'latest_charge',
    );
    const charge = intent.latest_charge && charges.get(intent.latest_charge);
    return { status: 200, body: expands && charge ? { ...intent, latest_charge: charge } : intent };
  }

  async function respond(call: StripeCall, response: ServerResponse): Promise<void> {
    const fault = faults.shift();
    if (fault === 'hang') return;
    if (fault === 'drip') {
      response.writeHead(200, { 'content-type': 'application/json' });
      const dripping = setInterval(() => response.write(' '), 20);
      return void response.once('close', () => clearInterval(dripping));
    }
    if (fault === 'tear') return void response.destroy();
    const { status, body } =
      typeof fault === 'object' ? { status: fault.status, body: { error: fault.error } } : await answer(call);
    if (fault === 'lose') return void response.destroy();
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_scripted' });
    response.end(JSON.stringify(body));
  }

  const server = createServer(async (request, response) => {
    const address = new URL(request.url ?? '/', 'http://stripe.test');
    let body = '';
    for await (const chunk of request) body += chunk;
    const call: StripeCall = {
      method: request.method ?? '',
      path: address.pathname,
      headers: request.headers,
      form: new URLSearchParams(body || address.search),
    };
    calls.push(call);
    await respond(call, response);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));

  function getCharge(intentId: string): Charge {
    const charge = charges.get(String(intents.get(intentId)?.latest_charge));
    if (!charge) throw new Error(`${intentId} has no charge`);
    return charge;
  }

  return {
    apiBase: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    intents,
    charges,
    disputes,
    webhook: signWebhook,
    getCharge,
    /** Makes the next calls fail, one each. */
    failNext: (...next: Fault[]) => faults.push(...next),
    /** Runs after an intent is created and before that call is answered. */
    onCreated(work: (intent: Intent) => Promise<void> | void) {
      beforeAnswer = work;
    },
    /** Charges the card; returns the resulting intent. */
    pay(intentId: string, fingerprint = 'fp_visa'): Intent {
      const intent = intents.get(intentId) as Intent;
      const charge: Charge = {
        id: `ch_${randomUUID()}`,
        object: 'charge',
        payment_intent: intentId,
        amount: intent.amount,
        amount_refunded: 0,
        disputed: false,
        currency: intent.currency,
        payment_method_details: { card: { fingerprint } },
      };
      charges.set(charge.id, charge);
      Object.assign(intent, {
        status: 'succeeded',
        amount_received: intent.amount,
        latest_charge: charge.id,
      });
      return structuredClone(intent);
    },
    refund(intentId: string, cents: number): Charge {
      const charge = getCharge(intentId);
      charge.amount_refunded += cents;
      return structuredClone(charge);
    },
    dispute(intentId: string, cents?: number): Dispute {
      const charge = getCharge(intentId);
      charge.disputed = true;
      const dispute: Dispute = {
        id: `du_${randomUUID()}`,
        object: 'dispute',
        payment_intent: intentId,
        charge: charge.id,
        amount: cents ?? charge.amount,
        currency: charge.currency,
        status: 'needs_response',
        balance_transactions: [],
      };
      disputes.set(dispute.id, dispute);
      return structuredClone(dispute);
    },
    closeDispute(id: string, status: 'won' | 'lost'): Dispute {
      const dispute = disputes.get(id) as Dispute;
      dispute.status = status;
      return structuredClone(dispute);
    },
    close() {
      server.closeAllConnections();
      return new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}
