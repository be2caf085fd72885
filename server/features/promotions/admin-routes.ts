// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { promotionsAdminApi } from '../../../contract/promotions-admin.ts';
import { mount } from '../../platform/http/route.ts';
import { createPromotion, deletePromotion, editPromotion, type PromotionEditDeps } from './edit-promotion.ts';
import { listAllPromotions } from './list-promotions.ts';
import { readSending } from './payouts/read-sending.ts';
import { previewPayouts, sendRewards } from './payouts/send-rewards.ts';
import { readSchedule, type ScheduleDeps } from './read-schedule.ts';

export function promotionsAdminRoutes(app: FastifyInstance, deps: PromotionEditDeps & ScheduleDeps): void {
  mount(app, promotionsAdminApi.listAll, ({ query }) => listAllPromotions(query, deps), { isLong: true });
  mount(app, promotionsAdminApi.schedule, () => readSchedule(deps), { isLong: true });

  mount(app, promotionsAdminApi.create, ({ player, body, idempotencyKey }) =>
    createPromotion({ actorId: player.id, idempotencyKey, event: body }, deps),
  );
  mount(app, promotionsAdminApi.update, ({ player, params, body, idempotencyKey }) => {
    const { loaded, ...promotion } = body;
    const input = { actorId: player.id, idempotencyKey, eventId: params.id, event: promotion, loaded };
    return editPromotion(input, deps);
  });
  mount(app, promotionsAdminApi.remove, ({ player, params, idempotencyKey }) =>
    deletePromotion({ actorId: player.id, idempotencyKey, eventId: params.id }, deps),
  );

  mount(app, promotionsAdminApi.preview, ({ params }) => previewPayouts(params.id, deps), { isLong: true });
  mount(app, promotionsAdminApi.send, ({ player, params, idempotencyKey }) =>
    sendRewards({ actorId: player.id, eventId: params.id, idempotencyKey }, deps),
  );
  mount(app, promotionsAdminApi.sending, ({ params }) => readSending(params.id, deps));
}
