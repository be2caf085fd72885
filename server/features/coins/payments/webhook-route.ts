// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { Counter, type Registry } from 'prom-client';
import { sendRefusal } from '../../../platform/http/errors.ts';
import { documentedRefusal } from '../../../platform/http/openapi.ts';
import { isRefusal, type Refusal } from '../../../platform/refusal.ts';
import { readCardEvent } from '../../../providers/stripe/events.ts';
import { isProbe } from '../../../providers/stripe/webhook-probe.ts';
import { eventEffects } from './payment-event-store.ts';
import { type EventDeps, receiveEvent } from './receive-event.ts';

export interface WebhookDeps extends EventDeps {
  /** Secrets that the card provider may have signed its webhooks with. */
  webhookSecrets: readonly string[];
  metrics: Registry;
}

/** Events contain whole objects: a few kilobytes, more if a charge was refunded many times. */
const maxBodyBytes = 512 * 1024;

const documented = {
  summary: 'Receive signed events from Stripe',
  headers: {
    type: 'object',
    required: ['stripe-signature'],
    properties: { 'stripe-signature': { type: 'string' } },
  },
  body: { type: 'object', description: 'An event in Stripe’s format' },
  response: {
    200: {
      description: 'Stored with its effect. The same event again changes nothing',
      type: 'object',
      properties: { received: { type: 'boolean' } },
    },
    400: documentedRefusal('Refused: webhook_not_signed, webhook_of_another_form, webhook_too_old'),
    '4xx': documentedRefusal('The call was refused'),
    '5xx': documentedRefusal('The call failed. Stripe sends the event again'),
  },
};

/** The reasons for refusing a webhook. */
const refusals = ['webhook_not_signed', 'webhook_of_another_form', 'webhook_too_old'];

const warnEveryMs = 60_000;

/**
 * Warns about refused webhooks, but rarely: a wrong signing secret in the configuration must be noticed, yet forged webhooks
 * must not fill the log.
 */
function refusalWarner({ log, clock }: Pick<WebhookDeps, 'log' | 'clock'>): (refusal: Refusal) => void {
  const warnedAt = new Map<string, number>();
  return ({ refused, data }) => {
    const now = clock.now().getTime();
    if (now - (warnedAt.get(refused) ?? Number.NEGATIVE_INFINITY) < warnEveryMs) return;
    warnedAt.set(refused, now);
    if (refused === 'webhook_too_old') {
      log.error(
        data,
        'refused a genuine webhook because of its time: check the clock of this server; it may also be a replay of an old one',
      );
    } else if (refused === 'webhook_of_another_form') {
      log.error(
        data,
        'refused a correctly signed webhook of an unknown form: check the kind and API version of its endpoint',
      );
    } else log.warn('refused a webhook without a valid signature: check STRIPE_WEBHOOK_SECRET');
  };
}

/** `POST /stripe/webhook`. Every request must be signed. Not rate-limited: Stripe sends from few addresses. */
export function webhookRoute(app: FastifyInstance, deps: WebhookDeps): void {
  const warn = refusalWarner(deps);
  const received = new Counter({
    name: 'payment_events_total',
    help: 'Payment webhooks by outcome: an effect, "repeated", or the reason for a refusal',
    labelNames: ['effect'],
    registers: [deps.metrics],
  });
  for (const effect of [...eventEffects, 'repeated', ...refusals]) received.inc({ effect }, 0);
  // Registered in a separate scope, because the signature covers the raw bytes.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBodyBytes }, (_request, body, done) =>
      done(null, body),
    );
    const config = { documented, isUnlimited: true, skipsAdmission: true };
    scope.post('/stripe/webhook', { config }, async (request, reply) => {
      const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const signature = request.headers['stripe-signature'];
      const event = await readCardEvent(rawBody, signature, deps.webhookSecrets, deps.clock.now());
      if (isRefusal(event)) {
        if (event.refused === 'webhook_too_old' && isProbe(signature)) return sendRefusal(reply, event);
        warn(event);
        received.inc({ effect: event.refused });
        return sendRefusal(reply, event);
      }
      received.inc({ effect: await receiveEvent(event, deps) });
      return reply.send({ received: true });
    });
  });
}
