import { queryOptions } from '@tanstack/react-query';
import type { EventInput } from '../../../../contract/event-terms.ts';
import { type AdminEvent, eventsAdminApi } from '../../../../contract/events-admin.ts';
import { useChanges } from '../../../lib/after-change.ts';
import { ApiError, type CallOptions, call } from '../../../lib/api.ts';
import { loadedFields } from '../../../lib/loaded-fields.ts';
import { readWhole } from '../../../lib/whole-list.ts';

const eventsKey = ['admin', 'events'];
const eventsAtOnce = 500;
const pollMs = 30_000;

/** Every event: budgets and rewards move while events run. */
export const allEventsQuery = queryOptions({
  queryKey: [...eventsKey, 'all'],
  queryFn: async ({ signal }) => {
    const { rows } = await readWhole(eventsAtOnce, async (page) => {
      const query = { page, pageSize: eventsAtOnce };
      return (
        await call(
          eventsAdminApi.listAll,
          { query },
          { signal, quiet: true, fallback: 'Failed to fetch events' },
        )
      ).list;
    });
    return rows;
  },
  refetchInterval: pollMs,
});

/** Who would get what if the rewards were sent now: asked afresh each time. */
export function payoutsQuery(id: string) {
  return queryOptions({
    // Not among the events' keys: once they are sent there is nothing to ask.
    queryKey: ['admin', 'payouts', id],
    queryFn: ({ signal }) => call(eventsAdminApi.preview, { params: { id } }, { signal, quiet: true }),
    staleTime: 0,
    gcTime: 0,
  });
}

const sendingPollMs = 2_000;

/** How far the sending of an event's rewards has come. */
export function sendingQuery(id: string) {
  return queryOptions({
    // Not among the events' keys: the list is fetched anew once all is sent, and then there is nothing to ask.
    queryKey: ['admin', 'sending', id],
    queryFn: ({ signal }) => call(eventsAdminApi.sending, { params: { id } }, { signal, quiet: true }),
    refetchInterval: ({ state }) => (state.data?.state === 'sent' ? false : sendingPollMs),
  });
}

/** What the scheduler does next. */
export const scheduleQuery = queryOptions({
  queryKey: [...eventsKey, 'schedule'],
  queryFn: ({ signal }) => call(eventsAdminApi.schedule, {}, { signal, quiet: true }),
  refetchInterval: pollMs,
});

const saveFailed = 'Failed to save event';
export const eventCalls = {
  toggle: (event: AdminEvent, given?: CallOptions) => {
    // What else somebody has changed meanwhile stays as it is.
    const loaded = toInput(event);
    const body = { ...loaded, isActive: !event.isActive, loaded };
    const options = { fallback: 'Failed to update event', ...given };
    return call(eventsAdminApi.update, { params: { id: event._id }, body }, options);
  },
  create: (body: EventInput, idempotencyKey: string) =>
    call(eventsAdminApi.create, { body }, { idempotencyKey, fallback: saveFailed }),
  update: (row: AdminEvent, values: EventInput, idempotencyKey: string) => {
    const body = { ...values, loaded: loadedFields(row, values) };
    return call(
      eventsAdminApi.update,
      { params: { id: row._id }, body },
      { idempotencyKey, fallback: saveFailed },
    );
  },
  remove: (id: string, options?: CallOptions) =>
    call(eventsAdminApi.remove, { params: { id } }, { fallback: 'Failed to delete event', ...options }),
  send: (id: string, idempotencyKey: string) =>
    call(eventsAdminApi.send, { params: { id } }, { idempotencyKey, fallback: 'Failed to send rewards' }),
};

/** What changes events. */
export const useEventChanges = () => useChanges(eventCalls, eventsKey);

/** Whether the rewards cannot be sent any more: then there is nothing left to ask (product specification, 8.3). */
export function isOverForGood(error: unknown): boolean {
  return error instanceof ApiError && /already|invalid/i.test(error.message);
}

/** An event as it is written. */
function toInput({
  title,
  description,
  type,
  triggers,
  startDate,
  endDate,
  leaderboardRewards,
  autoRun,
  isActive,
  eventConfig,
}: AdminEvent): EventInput {
  return {
    title,
    description,
    type,
    triggers,
    startDate,
    endDate,
    leaderboardRewards,
    autoRun,
    isActive,
    eventConfig,
  };
}
