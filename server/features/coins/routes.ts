// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { coinsApi } from '../../../contract/coins.ts';
import { cachedAnswer } from '../../platform/http/cached-answer.ts';
import { mount } from '../../platform/http/route.ts';
import type { Listener } from '../../platform/listen.ts';
import { listActivePackages } from './packages/coin-package-store.ts';
import { createIntent, type IntentDeps } from './payments/create-intent.ts';
import { readPayment, withdrawPayment } from './payments/own-payment.ts';
import type { RefreshDeps } from './payments/refresh-payment.ts';
import { type WebhookDeps, webhookRoute } from './payments/webhook-route.ts';
import { viewPackage } from './views.ts';

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
    // Each call costs a call to the card provider; nobody buys this often.
    { limit: { name: 'create-intent', max: 30, windowSeconds: 60, by: 'player' } },
  );

  mount(app, coinsApi.payment, ({ player, params }) =>
    readPayment({ playerId: player.id, paymentId: params.id }, deps),
  );

  mount(
    app,
    coinsApi.withdrawPayment,
    ({ player, params }) => withdrawPayment({ playerId: player.id, paymentId: params.id }, deps),
    // Each call costs calls to the card provider.
    { limit: { name: 'withdraw-payment', max: 30, windowSeconds: 60, by: 'player' } },
  );

  webhookRoute(app, deps);
}
