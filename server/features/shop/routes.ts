// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { shopApi } from '../../../contract/shop.ts';
import { type JsonText, jsonText, wrapJson } from '../../platform/http/answers.ts';
import { cachedAnswer } from '../../platform/http/cached-answer.ts';
import { mount } from '../../platform/http/route.ts';
import type { Listener } from '../../platform/listen.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { toPage } from '../../platform/to-page.ts';
import type { Vault } from '../../platform/vault/vault.ts';
import { revealCode } from './codes/reveal-code.ts';
import { askForAlert, withdrawAlert } from './gift-cards/ask-for-restock-alert.ts';
import { findPage, listOnSale, listRelated } from './gift-cards/gift-card-store.ts';
import { buyOne, type CheckoutDeps, checkout, type OrderJson } from './purchases/checkout.ts';
import { listPurchasesBefore } from './purchases/purchase-store.ts';

const maxRelated = 4;

function orderAnswer(endpoint: Endpoint, bought: OrderJson | Refusal): JsonText | Refusal {
  return isRefusal(bought) ? bought : jsonText(wrapJson(endpoint, bought.orderJson));
}

export function shopRoutes(
  app: FastifyInstance,
  deps: CheckoutDeps & { vault: Vault; listener: Listener },
): void {
  const { db, listener } = deps;

  mount(
    app,
    shopApi.list,
    cachedAnswer(shopApi.list, { listener, channels: ['gift_cards'], read: () => listOnSale(db) }),
  );

  mount(app, shopApi.page, async ({ player, params }) => {
    const card = await findPage(db, { giftCardId: params.id, playerId: player.id });
    return card ? { ...card, related: await listRelated(db, card._id, maxRelated) } : refuse('not_found');
  });

  mount(
    app,
    shopApi.askForAlert,
    ({ player, params }) => askForAlert({ playerId: player.id, giftCardId: params.id }, deps),
    { limit: { name: 'restock-alert', max: 60, windowSeconds: 60, by: 'player' } },
  );
  mount(app, shopApi.withdrawAlert, ({ player, params }) =>
    withdrawAlert({ playerId: player.id, giftCardId: params.id }, deps),
  );

  mount(app, shopApi.checkout, async ({ player, body, idempotencyKey }) =>
    orderAnswer(
      shopApi.checkout,
      await checkout({ playerId: player.id, items: body.items, idempotencyKey }, deps),
    ),
  );

  mount(app, shopApi.buyOne, async ({ player, params, idempotencyKey }) =>
    orderAnswer(
      shopApi.buyOne,
      await buyOne({ playerId: player.id, giftCardId: params.id, idempotencyKey }, deps),
    ),
  );

  mount(
    app,
    shopApi.purchases,
    async ({ player, query: { before, limit } }) =>
      toPage(await listPurchasesBefore(db, player.id, { before, limit: limit + 1 }), limit),
    { isLong: true },
  );

  mount(
    app,
    shopApi.reveal,
    ({ player, params, request }) =>
      revealCode({ purchaseId: params.id, playerId: player.id, address: request.ip }, deps),
    { limit: { name: 'code-reveal', max: 120, windowSeconds: 60, by: 'player' } },
  );
}
