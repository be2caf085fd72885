import type { FastifyInstance } from 'fastify';
import { shopAdminApi } from '../../../contract/shop-admin.ts';
import { answer, type Call, mount } from '../../platform/http/route.ts';
import { acceptUploads } from '../../platform/http/upload.ts';
import { isRefusal } from '../../platform/refusal.ts';
import type { People } from '../../ports.ts';
import { listCards } from './admin-card-store.ts';
import { changeGiftCard, deleteGiftCard } from './change-gift-card.ts';
import { createGiftCard } from './create-gift-card.ts';
import { deliverRequest } from './deliver-request.ts';
import type { ShopDeps } from './deps.ts';
import { importCodes, importCodesOfCards } from './import-codes.ts';
import { readRequests } from './list-requests.ts';
import { refundPurchase } from './refund-purchase.ts';
import { type ReplaceDeps, replaceCode } from './replace-code.ts';
import { countWaiting } from './request-store.ts';
import { revealAnyCode } from './reveal-code.ts';

type AdminDeps = ShopDeps & ReplaceDeps & { people: People };

/** Gift cards, their codes and deliveries for administrators: in a scope of its own, the only one that takes forms. */
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

  mount(app, shopAdminApi.create, async ({ player, body, request, idempotencyKey }) => {
    const { image: _name, ...card } = body;
    const picture = request.upload ?? Buffer.alloc(0);
    const created = await createGiftCard({ actorId: player.id, card, picture, idempotencyKey }, deps);
    return isRefusal(created) ? created : answer(created, 'Gift card created successfully');
  });

  mount(app, shopAdminApi.update, async ({ player, params, body, request }) => {
    const { image: _name, loaded, ...terms } = body;
    const change = { actorId: player.id, giftCardId: params.id, terms, loaded, picture: request.upload };
    const changed = await changeGiftCard(change, deps);
    return isRefusal(changed) ? changed : answer(changed, 'Updated successfully');
  });

  mount(app, shopAdminApi.setActive, async ({ player, params, body }) => {
    const change = { actorId: player.id, giftCardId: params.id, terms: body, picture: null };
    const changed = await changeGiftCard(change, deps);
    return isRefusal(changed) ? changed : answer(changed, 'Updated successfully');
  });

  mount(app, shopAdminApi.remove, async ({ player, params }) => {
    const deleted = await deleteGiftCard({ actorId: player.id, giftCardId: params.id }, deps);
    return isRefusal(deleted) ? deleted : answer(deleted, 'Deleted successfully');
  });
}

function codeRoutes(app: FastifyInstance, deps: AdminDeps): void {
  mount(
    app,
    shopAdminApi.importCodes,
    (call) => importCodes({ giftCardId: call.params.id, ...importOf(call) }, deps),
    { isLong: true },
  );

  mount(app, shopAdminApi.importCodesOfCards, (call) => importCodesOfCards(importOf(call), deps), {
    isLong: true,
  });

  mount(
    app,
    shopAdminApi.revealCode,
    ({ player, params, request, reply }) => {
      reply.header('cache-control', 'no-store');
      return revealAnyCode({ codeId: params.id, viewerId: player.id, address: request.ip }, deps);
    },
    { limit: { name: 'admin-code-reveal', max: 30, windowSeconds: 60, by: 'player' } },
  );

  mount(app, shopAdminApi.replaceCode, async ({ player, params, body, idempotencyKey }) => {
    const input = { actorId: player.id, purchaseId: params.id, ...body, idempotencyKey };
    const replaced = await replaceCode(input, deps);
    return isRefusal(replaced) ? replaced : answer(replaced, 'Updated successfully');
  });
}

/** What the imports of codes have in common. */
function importOf({
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
    idempotencyKey,
  };
}

function requestRoutes(app: FastifyInstance, deps: AdminDeps): void {
  mount(app, shopAdminApi.requests, ({ query }) => readRequests(query, deps), { isLong: true });
  mount(app, shopAdminApi.waiting, () => countWaiting(deps.db, deps.clock.now()));

  mount(app, shopAdminApi.deliver, async ({ player, params, body }) => {
    const delivered = await deliverRequest({ actorId: player.id, purchaseId: params.id, ...body }, deps);
    return isRefusal(delivered) ? delivered : answer(delivered, 'Updated successfully');
  });

  mount(app, shopAdminApi.refund, ({ player, params, body, idempotencyKey }) =>
    refundPurchase({ actorId: player.id, purchaseId: params.id, ...body, idempotencyKey }, deps),
  );
}
