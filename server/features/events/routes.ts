import type { FastifyInstance } from 'fastify';
import { eventsApi } from '../../../contract/events.ts';
import { eventsAdminApi } from '../../../contract/events-admin.ts';
import { mount } from '../../platform/http/route.ts';
import { createEvent, deleteEvent, editEvent } from './edit-event.ts';
import { listAllEvents, listEvents, readEventBoard } from './list-events.ts';
import { readSchedule, type ScheduleDeps } from './read-schedule.ts';
import { readSending } from './read-sending.ts';
import type { EventsDeps } from './reward-fact.ts';
import { previewPayouts, sendRewards } from './send-rewards.ts';

export function eventsRoutes(app: FastifyInstance, deps: EventsDeps & ScheduleDeps): void {
  mount(
    app,
    eventsAdminApi.list,
    async ({ player, query }) => {
      if (player.permissions.has('events:read')) return listAllEvents(query, deps);
      const list = await listEvents(player.id, deps);
      return { list, total: list.length };
    },
    { isLong: true },
  );
  mount(app, eventsApi.mine, ({ player }) => listEvents(player.id, deps), { isLong: true });
  mount(app, eventsApi.board, ({ player, params }) =>
    readEventBoard({ playerId: player.id, eventId: params.id }, deps),
  );
  mount(app, eventsAdminApi.listAll, ({ query }) => listAllEvents(query, deps), { isLong: true });
  mount(app, eventsAdminApi.schedule, () => readSchedule(deps), { isLong: true });

  mount(app, eventsAdminApi.create, ({ player, body, idempotencyKey }) =>
    createEvent({ actorId: player.id, idempotencyKey, event: body }, deps),
  );
  mount(app, eventsAdminApi.update, ({ player, params, body, idempotencyKey }) => {
    const { loaded, ...event } = body;
    const input = { actorId: player.id, idempotencyKey, eventId: params.id, event, loaded };
    return editEvent(input, deps);
  });
  mount(app, eventsAdminApi.remove, ({ player, params, idempotencyKey }) =>
    deleteEvent({ actorId: player.id, idempotencyKey, eventId: params.id }, deps),
  );

  mount(app, eventsAdminApi.preview, ({ params }) => previewPayouts(params.id, deps), { isLong: true });
  mount(app, eventsAdminApi.send, ({ player, params, idempotencyKey }) =>
    sendRewards({ actorId: player.id, eventId: params.id, idempotencyKey }, deps),
  );
  mount(app, eventsAdminApi.sending, ({ params }) => readSending(params.id, deps));
}
