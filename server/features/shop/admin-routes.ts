// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { shopAdminApi } from '../../../contract/shop-admin.ts';
import { type Call, mount } from '../../platform/http/route.ts';
import { acceptUploads } from '../../platform/http/upload.ts';
import type { People } from '../../ports.ts';
import { type ImportDeps, importCodes, importCodesOfCards } from './codes/import-codes.ts';
import { type RevealDeps, revealAnyCode } from './codes/reveal-code.ts';
import {
  createGiftCard,
  editGiftCard,
  type GiftCardEditDeps,
  giftCardEdits,
} from './gift-cards/edit-gift-card.ts';
import { listCards } from './gift-cards/gift-card-admin-store.ts';
import { deliverRequest } from './purchases/deliver-request.ts';
import { readRequests } from './purchases/list-requests.ts';
import { countWaiting } from './purchases/purchase-request-store.ts';
import { refundPurchase } from './purchases/refund-purchase.ts';
import { type ReplaceDeps, replaceCode } from './purchases/replace-code.ts';

type AdminDeps = ReplaceDeps & RevealDeps & GiftCardEditDeps & ImportDeps & { people: People };

/** Gift cards, their codes and deliveries for administrators, in a separate scope: the only one that accepts forms. */
export function shopAdminRoutes(app: FastifyInstance, deps: AdminDeps): void {
  app.register(async (scope) => {
    await acceptUploads(scope);
    cardRoutes(scope, deps);
    codeRoutes(scope, deps);
    requestRoutes(scope, deps);
  });
}

function cardRoutes(app: FastifyInstance, deps: AdminDeps): void {
  mount(app, shopAdminApi.list, ({ query }) => listCards(deps.db, query), { isLong: true });

  mount(app, shopAdminApi.create, ({ player, body, request, idempotencyKey }) => {
    const { image: _name, ...card } = body;
    const picture = request.upload ?? Buffer.alloc(0);
    return createGiftCard({ actorId: player.id, card, picture, idempotencyKey }, deps);
  });

  mount(app, shopAdminApi.update, ({ player, params, body, request }) => {
    const { image: _name, loaded, ...terms } = body;
    const change = { actorId: player.id, id: params.id, terms, loaded, picture: request.upload };
    return editGiftCard(change, deps);
  });

  mount(app, shopAdminApi.setActive, ({ player, params, body }) => {
    const { isUndo, ...terms } = body;
    return giftCardEdits.edit({ actorId: player.id, id: params.id, terms, isUndo }, deps);
  });

  mount(app, shopAdminApi.remove, ({ player, params, idempotencyKey }) =>
    giftCardEdits.remove({ actorId: player.id, id: params.id, idempotencyKey }, deps),
  );
}

function codeRoutes(app: FastifyInstance, deps: AdminDeps): void {
  mount(
    app,
    shopAdminApi.importCodes,
    (call) => importCodes({ giftCardId: call.params.id, ...toImport(call) }, deps),
    { isLong: true },
  );

  mount(app, shopAdminApi.importCodesOfCards, (call) => importCodesOfCards(toImport(call), deps), {
    isLong: true,
  });

  mount(
    app,
    shopAdminApi.revealCode,
    ({ player, params, request }) =>
      revealAnyCode({ codeId: params.id, viewerId: player.id, address: request.ip }, deps),
    { limit: { name: 'admin-code-reveal', max: 30, windowSeconds: 60, by: 'player' } },
  );

  mount(app, shopAdminApi.replaceCode, ({ player, params, body, idempotencyKey }) => {
    const input = { actorId: player.id, purchaseId: params.id, ...body, idempotencyKey };
    return replaceCode(input, deps);
  });
}

/** The input that both imports of codes share. */
function toImport({
  player,
  query,
  request,
  idempotencyKey,
}: Pick<Call<typeof shopAdminApi.importCodesOfCards>, 'player' | 'query' | 'request' | 'idempotencyKey'>) {
  return {
    actorId: player.id,
    file: request.upload ?? Buffer.alloc(0),
    isDryRun: query.dryRun === 'true',
    leavesImplausible: query.implausible === 'leave',
    costCents: query.costCents,
    idempotencyKey,
  };
}

function requestRoutes(app: FastifyInstance, deps: AdminDeps): void {
  mount(app, shopAdminApi.requests, ({ query }) => readRequests(query, deps), { isLong: true });
  mount(app, shopAdminApi.waiting, () => countWaiting(deps.db, deps.clock.now()));

  mount(app, shopAdminApi.deliver, ({ player, params, body }) =>
    deliverRequest({ actorId: player.id, purchaseId: params.id, ...body }, deps),
  );

  mount(app, shopAdminApi.refund, ({ player, params, body, idempotencyKey }) =>
    refundPurchase({ actorId: player.id, purchaseId: params.id, ...body, idempotencyKey }, deps),
  );
}
