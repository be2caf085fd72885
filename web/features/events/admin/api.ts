import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type AdminEvent, type EventInput, eventsApi } from '../../../../contract/events.ts';
import { refreshAfterChange } from '../../../lib/after-change.ts';
import { ApiError, call } from '../../../lib/api.ts';
import { readWhole } from '../../../lib/whole-list.ts';

const eventsKey = ['admin', 'events'];
const eventsAtOnce = 500;
const pollMs = 30_000;

/** Every event: budgets and rewards move while events run. */
export const allEventsQuery = queryOptions({
  queryKey: [...eventsKey, 'all'],
  queryFn: async ({ signal }) => {
    const { rows } = await readWhole(eventsAtOnce, (page) =>
      call(eventsApi.listAll, { query: { page, pageSize: eventsAtOnce } }, { signal, quiet: true }),
    );
    return rows;
  },
  refetchInterval: pollMs,
});

/** Who would get what if the rewards were sent now: asked afresh each time. */
export function payoutsQuery(id: string) {
  return queryOptions({
    // Not among the events' keys: once they are sent there is nothing to ask.
    queryKey: ['admin', 'payouts', id],
    queryFn: ({ signal }) => call(eventsApi.preview, { params: { id } }, { signal, quiet: true }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** What the scheduler does next. */
export const scheduleQuery = queryOptions({
  queryKey: [...eventsKey, 'schedule'],
  queryFn: ({ signal }) => call(eventsApi.schedule, {}, { signal, quiet: true }),
  refetchInterval: pollMs,
});

/** What changes events; each brings the list up to date before it is done. */
export function useEventChanges() {
  const queries = useQueryClient();
  const refresh = () => refreshAfterChange(queries, eventsKey);
  const toggle = useMutation({
    mutationFn: (event: AdminEvent) => {
      const body = { ...inputOf(event), isActive: !event.isActive };
      return call(
        eventsApi.update,
        { params: { id: event._id }, body },
        { fallback: 'Failed to update event' },
      );
    },
    onSettled: refresh,
  });
  return {
    toggle,
    refresh,
    create: async (body: EventInput, idempotencyKey: string) => {
      await call(eventsApi.create, { body }, { idempotencyKey, fallback: 'Failed to save event' });
      await refresh();
    },
    update: async (id: string, body: EventInput, idempotencyKey: string) => {
      const options = { idempotencyKey, fallback: 'Failed to save event' };
      await call(eventsApi.update, { params: { id }, body }, options);
      await refresh();
    },
    remove: async (id: string) => {
      await call(eventsApi.remove, { params: { id } }, { fallback: 'Failed to delete event' });
      await refresh();
    },
    send: async (id: string, idempotencyKey: string) => {
      await call(eventsApi.send, { params: { id } }, { idempotencyKey, fallback: 'Failed to send rewards' });
      await refresh();
    },
  };
}

/** Whether the rewards cannot be sent any more: then there is nothing left to ask (product specification, 8.3). */
export function isOverForGood(error: unknown): boolean {
  return error instanceof ApiError && /already|invalid/i.test(error.message);
}

/** An event as it is written. */
function inputOf({
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
