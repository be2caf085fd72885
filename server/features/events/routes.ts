import type { FastifyInstance } from 'fastify';
import { eventsApi } from '../../../contract/events.ts';
import { answer, mount } from '../../platform/http/route.ts';
import { isRefusal } from '../../platform/refusal.ts';
import type { EventsDeps } from './deps.ts';
import { createEvent, deleteEvent, updateEvent } from './edit-event.ts';
import { listAllEvents, listEvents, readEventBoard } from './list-events.ts';
import { readSending } from './read-sending.ts';
import { previewPayouts, sendRewards } from './run-event.ts';
import { readSchedule, type ScheduleDeps } from './schedule.ts';

/** Said where an event is saved that nothing can count for: perhaps a date was mistyped. The dashboard asks first. */
function noteOf({ endDate }: { endDate: string }, { clock }: EventsDeps): string {
  return new Date(endDate) <= clock.now()
    ? '. It lies wholly in the past: nothing counts for it from now on'
    : '';
}

export function eventsRoutes(app: FastifyInstance, deps: EventsDeps & ScheduleDeps): void {
  mount(
    app,
    eventsApi.list,
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
  mount(app, eventsApi.listAll, ({ query }) => listAllEvents(query, deps), { isLong: true });
  mount(app, eventsApi.schedule, () => readSchedule(deps), { isLong: true });

  mount(app, eventsApi.create, async ({ player, body, idempotencyKey }) => {
    const created = await createEvent({ actorId: player.id, idempotencyKey, event: body }, deps);
    return isRefusal(created) ? created : answer(created, `Event created${noteOf(body, deps)}`);
  });
  mount(app, eventsApi.update, async ({ player, params, body, idempotencyKey }) => {
    const { loaded, ...event } = body;
    const input = { actorId: player.id, idempotencyKey, eventId: params.id, event, loaded };
    const updated = await updateEvent(input, deps);
    return isRefusal(updated) ? updated : answer(updated, `Event updated${noteOf(body, deps)}`);
  });
  mount(app, eventsApi.remove, async ({ player, params, idempotencyKey }) => {
    const deleted = await deleteEvent({ actorId: player.id, idempotencyKey, eventId: params.id }, deps);
    return isRefusal(deleted) ? deleted : answer(deleted, 'Event deleted successfully');
  });

  mount(app, eventsApi.preview, ({ params }) => previewPayouts(params.id, deps), { isLong: true });
  mount(app, eventsApi.send, async ({ player, params, idempotencyKey }) => {
    const sent = await sendRewards({ actorId: player.id, eventId: params.id, idempotencyKey }, deps);
    if (isRefusal(sent)) return sent;
    return answer(sent, sent.isFinished ? 'Rewards sent successfully' : 'Rewards are being sent');
  });
  mount(app, eventsApi.sending, ({ params }) => readSending(params.id, deps));
}
