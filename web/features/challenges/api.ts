// SPDX-License-Identifier: Apache-2.0

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Attempt, challengesApi } from '../../../contract/challenges.ts';
import { type ApiError, call, getMessage } from '../../lib/api.ts';
import { deviceStorage } from '../../lib/device-storage.ts';
import { keys } from '../../lib/query.ts';
import { readToken } from '../../lib/session.ts';
import { isActiveStatus } from './attempt-summary.ts';
import { recheckAfterMs, rememberStart } from './status-memory.ts';

const pageSize = 100;

/** All challenges, open ones first. */
export const challengesQuery = queryOptions({
  queryKey: ['challenges'],
  queryFn: ({ signal }) =>
    call(challengesApi.getAll, {}, { signal, quiet: true, fallback: 'Failed to fetch challenges' }),
});

/**
 * The status check (product specification, section 4.1): the newest attempt, or nothing. It repeats itself every 30 minutes
 * while that attempt is active; live updates make it repeat immediately.
 */
export const latestAttemptQuery = queryOptions({
  queryKey: [...keys.attempts, 'latest'],
  queryFn: async ({ client, queryKey, signal }): Promise<Attempt | null> => {
    try {
      const attempts = await call(challengesApi.myAttempts, { query: { limit: 1 } }, { signal, quiet: true });
      return attempts[0] ?? null;
    } catch (error) {
      // Silently ignored: the known data stay (product specification, section 7.2).
      if ((error as ApiError).status === 400) return client.getQueryData<Attempt | null>(queryKey) ?? null;
      throw error;
    }
  },
  refetchInterval: ({ state }) => (state.data && isActiveStatus(state.data.status) ? recheckAfterMs : false),
  refetchIntervalInBackground: true,
});

/** Every attempt, newest first: the totals count all of them, so all pages are read. */
export const attemptHistoryQuery = queryOptions({
  queryKey: [...keys.attempts, 'history'],
  queryFn: async ({ signal }): Promise<Attempt[]> => {
    const attempts: Attempt[] = [];
    for (;;) {
      const before = attempts.at(-1)?._id;
      const query = { limit: pageSize, ...(before && { before }) };
      const page = await call(challengesApi.myAttempts, { query }, { signal, quiet: true });
      attempts.push(...page);
      if (page.length < pageSize) return attempts;
    }
  },
});

export function receiptQuery(id: string) {
  return queryOptions({
    queryKey: [...keys.attempts, 'receipt', id],
    queryFn: ({ signal }) => call(challengesApi.receipt, { params: { id } }, { signal, quiet: true }),
  });
}

export interface Entry {
  challengeId: string;
  challengeType: string;
  entryFeeGC: number;
  epicId: string;
  idempotencyKey: string;
}

/** Shown if the server sent no message (product specification, section 8.2). */
const startFailed = 'Failed to start challenge';

/** Pays the fee and starts an attempt, or begins practice; returns its id, which is remembered for the status check. */
export async function startAttempt(
  { idempotencyKey, entryFeeGC, ...body }: Entry,
  isPractice: boolean,
): Promise<string> {
  const options = { idempotencyKey, quiet: true, fallback: startFailed };
  const token = readToken();
  const started = await (isPractice
    ? call(challengesApi.practise, { body }, options)
    : call(challengesApi.start, { body: { ...body, entryFeeGC } }, options));
  if (!started?.attemptId) throw new Error('Attempt ID not found in response');
  // Signing out in another tab forgets the attempt that this browser waits for: it must not be stored again afterwards.
  if (token === readToken()) rememberStart(deviceStorage, started.attemptId);
  return started.attemptId;
}

export function useStartChallenge({ isPractice }: { isPractice: boolean }) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (entry: Entry) => startAttempt(entry, isPractice),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: keys.attempts });
      void queries.invalidateQueries({ queryKey: keys.profile });
    },
    onError: (error) => {
      if ((error as ApiError).code !== 'entry_fee_changed') return;
      void queries.invalidateQueries({ queryKey: challengesQuery.queryKey });
    },
  });
}

export function startFailure(error: unknown): string {
  return getMessage(error, startFailed);
}
