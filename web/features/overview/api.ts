// SPDX-License-Identifier: Apache-2.0

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { coinLimitsApi } from '../../../contract/coin-limits-admin.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import type { GameId } from '../../../contract/games/game.ts';
import { gamesAdminApi } from '../../../contract/games-admin.ts';
import { growthApi } from '../../../contract/growth-admin.ts';
import { type Comparison, overviewApi } from '../../../contract/overview-admin.ts';
import { call } from '../../lib/api.ts';
import { useChanges } from '../../lib/refetch-after-change.ts';
import type { Span } from './span.ts';

/** Used if the server sent no message. */
export const overviewFailure = 'Failed to fetch the overview';

const pollMs = 60_000;

/** Current state and changes over a span of days (UTC), with the earlier days. Fetches nothing without a span. */
export function overviewQuery(span: Span | null, compare: Comparison) {
  return queryOptions({
    queryKey: ['admin', 'overview', span, compare],
    queryFn: ({ signal }) =>
      span &&
      call(
        overviewApi.read,
        { query: { from: span.from, to: span.to, compare } },
        { signal, quiet: true, fallback: overviewFailure },
      ),
    enabled: span !== null,
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
  });
}

/** Earnings of challenges and cards, invitations, and returning players. */
export function growthQuery({ from, to }: Span) {
  return queryOptions({
    queryKey: ['admin', 'growth', from, to],
    queryFn: ({ signal }) => call(growthApi.read, { query: { from, to } }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: pollMs,
  });
}

const failedWorkKey = ['admin', 'failed-work'];

/** Jobs that failed for good. */
export const failedWorkQuery = queryOptions({
  queryKey: failedWorkKey,
  queryFn: ({ signal }) => call(overviewApi.failedWork, {}, { signal, quiet: true }),
  refetchInterval: pollMs,
});

/** Machine problems that need an operator. */
export const warningsQuery = queryOptions({
  queryKey: ['admin', 'operator-warnings'],
  queryFn: ({ signal }) => call(overviewApi.warnings, {}, { signal, quiet: true }),
  refetchInterval: pollMs,
});

const gamesKey = ['admin', 'games'];

/** The games that can be played, and whether they are open. */
export const gamesQuery = queryOptions({
  queryKey: gamesKey,
  queryFn: ({ signal }) => call(gamesAdminApi.list, {}, { signal, quiet: true }),
  refetchInterval: pollMs,
});

const gameCalls = {
  close: (game: GameId, reason: string) => call(gamesAdminApi.close, { params: { game }, body: { reason } }),
  open: (game: GameId) => call(gamesAdminApi.open, { params: { game } }),
};

export const useGameChanges = () => useChanges(gameCalls, gamesKey);

const coinLimitsKey = ['admin', 'coin-limits'];

/** How many coins today's limits still allow. */
export const coinLimitsQuery = queryOptions({
  queryKey: coinLimitsKey,
  queryFn: ({ signal }) => call(coinLimitsApi.read, {}, { signal, quiet: true }),
  refetchInterval: pollMs,
});

const limitCalls = {
  raise: (body: InputOf<typeof coinLimitsApi.raise>['body'], idempotencyKey: string) =>
    call(coinLimitsApi.raise, { body }, { idempotencyKey }),
};

export const useCoinLimitChanges = () => useChanges(limitCalls, coinLimitsKey);

const calls = {
  runAgain: (task: string, idempotencyKey: string) =>
    call(overviewApi.runAgain, { body: { task } }, { idempotencyKey, fallback: 'Failed to run it again' }),
};

export const useFailedWorkChanges = () => useChanges(calls, failedWorkKey);
