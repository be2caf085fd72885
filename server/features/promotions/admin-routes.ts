// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { promotionsAdminApi } from '../../../contract/promotions-admin.ts';
import type { EditDeps } from '../../editable.ts';
import { mount } from '../../platform/http/route.ts';
import { promotionEdits } from './edit-promotion.ts';
import { listAllPromotions } from './list-promotions.ts';
import { readSending } from './payouts/read-sending.ts';
import { previewPayouts, sendRewards } from './payouts/send-rewards.ts';
import { readSchedule, type ScheduleDeps } from './read-schedule.ts';

export type PromotionsAdminDeps = EditDeps<typeof promotionEdits> & ScheduleDeps;

export function promotionsAdminRoutes(app: FastifyInstance, deps: PromotionsAdminDeps): void {
  mount(app, promotionsAdminApi.listAll, ({ query }) => listAllPromotions(query, deps), { isLong: true });
  mount(app, promotionsAdminApi.schedule, () => readSchedule(deps), { isLong: true });

  mount(app, promotionsAdminApi.create, ({ player, body, idempotencyKey }) =>
    promotionEdits.create({ actorId: player.id, idempotencyKey, terms: body }, deps),
  );
  mount(app, promotionsAdminApi.update, ({ player, params, body, idempotencyKey }) => {
    const { loaded, isUndo, ...terms } = body;
    const change = { actorId: player.id, idempotencyKey, id: params.id, terms, loaded, isUndo };
    return promotionEdits.edit(change, deps);
  });
  mount(app, promotionsAdminApi.remove, ({ player, params, idempotencyKey }) =>
    promotionEdits.remove({ actorId: player.id, idempotencyKey, id: params.id }, deps),
  );

  mount(app, promotionsAdminApi.preview, ({ params }) => previewPayouts(params.id, deps), { isLong: true });
  mount(app, promotionsAdminApi.send, ({ player, params, idempotencyKey }) =>
    sendRewards({ actorId: player.id, eventId: params.id, idempotencyKey }, deps),
  );
  mount(app, promotionsAdminApi.sending, ({ params }) => readSending(params.id, deps));
}
