// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { coinsApi } from '../../../contract/coins.ts';
import { cachedAnswer } from '../../platform/http/cached-answer.ts';
import { mount } from '../../platform/http/route.ts';
import type { Listener } from '../../platform/listen.ts';
import { refuse } from '../../platform/refusal.ts';
import { listActivePackages } from './coin-package-store.ts';
import { createIntent, type IntentDeps } from './create-intent.ts';
import { findPayment, getKnownPayment } from './payment-store.ts';
import { viewPackage, viewPayment } from './payment-view.ts';
import { type RefreshDeps, refreshPayment } from './refresh-payment.ts';
import { type WebhookDeps, webhookRoute } from './webhook-route.ts';

export function coinsRoutes(
  app: FastifyInstance,
  deps: RefreshDeps & IntentDeps & WebhookDeps & { listener: Listener },
): void {
  const { db, listener } = deps;

  mount(
    app,
    coinsApi.packages,
    cachedAnswer(coinsApi.packages, {
      listener,
      channels: ['coin_packages'],
      read: async () => (await listActivePackages(db)).map(viewPackage),
    }),
  );

  mount(
    app,
    coinsApi.createIntent,
    ({ player, body, idempotencyKey }) =>
      createIntent({ playerId: player.id, ...body, idempotencyKey }, deps),
    // Each costs a call to the card provider; nobody buys that often by hand.
    { limit: { name: 'create-intent', max: 30, windowSeconds: 60, by: 'player' } },
  );

  mount(app, coinsApi.payment, async ({ player, params }) => {
    const payment = await findPayment(db, params.id);
    return payment?.playerId === player.id ? viewPayment(payment) : refuse('not_found');
  });

  mount(
    app,
    coinsApi.withdrawPayment,
    async ({ player, params }) => {
      const payment = await findPayment(db, params.id);
      if (payment?.playerId !== player.id) return refuse('not_found');
      if (payment.status === 'open') await refreshPayment({ paymentId: params.id, isGivenUp: true }, deps);
      return viewPayment(await getKnownPayment(db, params.id));
    },
    // Each costs calls to the card provider.
    { limit: { name: 'withdraw-payment', max: 30, windowSeconds: 60, by: 'player' } },
  );

  webhookRoute(app, deps);
}
