// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Site } from '../options.ts';
import { SandboxError, sendPage } from '../site.ts';
import { byHand } from './book.ts';
import { StripeRefusal } from './errors.ts';
import { type CardFaults, faultStatuses } from './faults.ts';
import type { Charge, PaymentIntent } from './objects.ts';
import { paymentsPage } from './page.ts';
import { authenticate, closeDispute, dispute, type PaymentDeps, refund } from './payments.ts';
import { noWebhookFaults, type Webhooks } from './webhooks.ts';

const challengeInput = z.strictObject({ clientSecret: z.string(), outcome: z.enum(['complete', 'fail']) });
const refundInput = z.strictObject({ amount: z.int().min(1).optional() });
const nothingInput = z.strictObject({});
const closeInput = z.strictObject({ outcome: z.enum(['won', 'lost']) });
const webhookFaultsInput = z.strictObject({
  copies: z.int().min(1).max(10).default(noWebhookFaults.copies),
  delaySeconds: z.number().min(0).max(86_400).default(noWebhookFaults.delaySeconds),
  /** All events, none, or a share of them. */
  drop: z.union([z.boolean().transform(Number), z.number().min(0).max(1)]).default(noWebhookFaults.drop),
  shuffle: z.boolean().default(noWebhookFaults.shuffle),
});
const faultInput = z.strictObject({
  status: z.literal([...faultStatuses], `must be one of ${faultStatuses.join(', ')}`),
  times: z.int().min(1).nullable().default(null),
});
const shownPayments = 100;
const shownEvents = 50;

interface ControlDeps extends PaymentDeps {
  webhooks: Webhooks;
  faults: CardFaults;
  saved(): Promise<void>;
}

/** `/stripe`: lets people and tests act as card holders, banks and a bad network, by page and by HTTP. */
export function controls(app: FastifyInstance, site: Site, deps: ControlDeps): void {
  app.register(
    async (scope) => {
      allowOnlyLocal(scope, site);
      scope.get('/', async (_request, reply) => sendPage(reply, paymentsPage(site.appUrl())));
      paymentControls(scope, deps);
      networkControls(scope, deps);
    },
    { prefix: '/stripe' },
  );
}

function paymentControls(scope: FastifyInstance, deps: ControlDeps): void {
  const { book, saved } = deps;
  const getCharge = (id: string): Charge => {
    const intent = found(() => book.find('payment_intent', id));
    if (!intent.latest_charge) throw new SandboxError(409, `${id} has not been paid`);
    return book.find('charge', intent.latest_charge);
  };

  scope.get('/payments', async () =>
    book
      .list('payment_intent')
      .slice(0, shownPayments)
      .map((intent) => paymentView(deps, intent)),
  );
  scope.post<{ Params: { id: string } }>('/payments/:id/refund', async (request) => {
    const { amount } = refundInput.parse(request.body);
    const charge = getCharge(request.params.id);
    const made = found(() =>
      refund(deps, charge, { amount, reason: 'requested_by_customer', metadata: {} }, byHand),
    );
    await saved();
    return made;
  });
  scope.post<{ Params: { id: string } }>('/payments/:id/dispute', async (request) => {
    nothingInput.parse(request.body);
    const charge = getCharge(request.params.id);
    const made = found(() => dispute(deps, charge));
    await saved();
    return made;
  });
  scope.post<{ Params: { id: string } }>('/disputes/:id/close', async (request) => {
    const { outcome } = closeInput.parse(request.body);
    const made = found(() => book.find('dispute', request.params.id));
    found(() => closeDispute(deps, made, outcome, byHand));
    await saved();
    return made;
  });
  scope.post('/challenge', async (request) => {
    const { clientSecret, outcome } = challengeInput.parse(request.body);
    const intent = found(() => book.find('payment_intent', clientSecret.split('_secret_')[0] ?? ''));
    if (intent.client_secret !== clientSecret) throw new SandboxError(404, 'No such payment');
    found(() => authenticate(deps, intent, outcome === 'complete'));
    await saved();
    return { status: intent.status };
  });
}

function networkControls(scope: FastifyInstance, { book, webhooks, faults, saved }: ControlDeps): void {
  scope.get('/events', async () =>
    book
      .list('event')
      .slice(0, shownEvents)
      .map((event) => ({ ...event, sending: webhooks.sendingOf(event.id) ?? null })),
  );
  scope.post<{ Params: { id: string } }>('/events/:id/resend', async (request) => {
    nothingInput.parse(request.body);
    webhooks.resend(found(() => book.find('event', request.params.id)));
    await saved();
    return {};
  });

  scope.get('/webhooks', async () => webhooks.webhookFaults());
  scope.put('/webhooks', async (request) => {
    webhooks.setWebhookFaults(webhookFaultsInput.parse(request.body));
    await saved();
    return webhooks.webhookFaults();
  });
  scope.get('/faults', async () => faults);
  scope.put('/faults', async (request) => Object.assign(faults, faultInput.parse(request.body)));
}

/** Browsers send the origin of the calling page. Other sites must not move money, even play money. */
function allowOnlyLocal(scope: FastifyInstance, site: Site): void {
  scope.addHook('onRequest', async (request) => {
    const { origin } = request.headers;
    const isForeign =
      request.method !== 'GET' && origin !== undefined && origin !== getOrigin(site.publicUrl());
    if (isForeign) throw new SandboxError(403, 'Only the sandbox’s own pages may do this');
  });
}

function getOrigin(url: string): string {
  return new URL(url).origin;
}

/** Reports the API's refusals in the sandbox's format. */
function found<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof StripeRefusal)
      throw new SandboxError(error.status === 404 ? 404 : 409, error.message);
    throw error;
  }
}

/** A payment as shown to the page and to tests. */
function paymentView({ book }: PaymentDeps, intent: PaymentIntent): object {
  const charge = intent.latest_charge ? book.find('charge', intent.latest_charge) : undefined;
  const method = charge && book.find('payment_method', charge.payment_method);
  const disputed = charge?.disputed
    ? book.list('dispute').find((made) => made.charge === charge.id)
    : undefined;
  return {
    id: intent.id,
    amount: intent.amount,
    currency: intent.currency,
    status: intent.status,
    created: intent.created,
    card: method ? { brand: method.card.brand, last4: method.card.last4 } : null,
    amountRefunded: charge?.amount_refunded ?? 0,
    dispute: disputed ? { id: disputed.id, status: disputed.status } : null,
    error: intent.last_payment_error?.message ?? null,
    metadata: intent.metadata,
  };
}
