import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { challengesApi } from '../../../../contract/challenges.ts';
import {
  type ChallengeInput,
  challengesAdminApi,
  type VariantInput,
} from '../../../../contract/challenges-admin.ts';
import type { InputOf } from '../../../../contract/endpoint.ts';
import { refreshAfterChange } from '../../../lib/after-change.ts';
import { call } from '../../../lib/api.ts';

type AttemptsQuery = InputOf<typeof challengesAdminApi.attempts>['query'];

const challengesKey = ['admin', 'challenges'];
const attemptsKey = ['admin', 'attempts'];
const attemptsReading = { quiet: true, fallback: 'Failed to fetch attempts' };
const pollMs = 30_000;

/** Every challenge: how many attempts run moves by itself. */
export const allChallengesQuery = queryOptions({
  queryKey: challengesKey,
  queryFn: ({ signal }) =>
    call(challengesAdminApi.list, {}, { signal, quiet: true, fallback: 'Failed to fetch challenges' }),
  refetchInterval: pollMs,
});

/** A page of all attempts. */
export function attemptsQuery(query: AttemptsQuery) {
  return queryOptions({
    queryKey: [...attemptsKey, query],
    queryFn: ({ signal }) => call(challengesAdminApi.attempts, { query }, { signal, ...attemptsReading }),
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
  });
}

/** Any page of the attempts, for a file. */
export function readAttempts(query: AttemptsQuery) {
  return call(challengesAdminApi.attempts, { query }, attemptsReading);
}

/** What a variant may come to, from what is stored now. */
export function estimateQuery(variant: VariantInput | null) {
  return queryOptions({
    queryKey: ['admin', 'estimate', variant],
    queryFn: ({ signal }) =>
      variant && call(challengesAdminApi.estimate, { body: variant }, { signal, quiet: true }),
    enabled: variant !== null,
    placeholderData: keepPreviousData,
  });
}

/** What changes challenges; each brings the lists up to date before it is done. */
export function useChallengeChanges() {
  const queries = useQueryClient();
  const refresh = () => refreshAfterChange(queries, challengesKey);
  const saving = { fallback: 'Failed to save challenge' };
  const toggle = useMutation({
    mutationFn: ({ id, isActive }: { id: string; isActive: boolean }) =>
      call(challengesAdminApi.setActive, { params: { id }, body: { isActive } }, saving),
    onSettled: refresh,
  });
  return {
    toggle,
    create: async (body: ChallengeInput, idempotencyKey: string) => {
      await call(challengesAdminApi.create, { body }, { ...saving, idempotencyKey });
      await refresh();
    },
    update: async (id: string, body: ChallengeInput) => {
      await call(challengesAdminApi.update, { params: { id }, body }, saving);
      await refresh();
    },
    remove: async (id: string) => {
      await call(challengesAdminApi.remove, { params: { id } }, { fallback: 'Failed to delete challenge' });
      await refresh();
    },
  };
}

/** Voids an attempt; lists and receipts are up to date when it is done. */
export function useVoidAttempt() {
  const queries = useQueryClient();
  return async (id: string, body: { reason: string; forfeitFee: boolean }, idempotencyKey: string) => {
    await call(
      challengesApi.void,
      { params: { id }, body },
      { idempotencyKey, fallback: 'Failed to void attempt' },
    );
    await refreshAfterChange(queries, attemptsKey);
  };
}
