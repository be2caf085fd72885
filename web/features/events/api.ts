import { queryOptions } from '@tanstack/react-query';
import { eventsApi } from '../../../contract/events.ts';
import { call } from '../../lib/api.ts';
import { keys } from '../../lib/query.ts';

/** Active, coming and the latest finished events with one's own standing in each. */
export const eventsQuery = queryOptions({
  queryKey: keys.events,
  queryFn: ({ signal }) => call(eventsApi.mine, {}, { signal, quiet: true }),
});

/** The first places of an ACTIVITY_WEEKLY event, and one's own. */
export function eventBoardQuery(id: string) {
  return queryOptions({
    queryKey: [...keys.events, 'board', id],
    queryFn: ({ signal }) => call(eventsApi.board, { params: { id } }, { signal, quiet: true }),
  });
}
