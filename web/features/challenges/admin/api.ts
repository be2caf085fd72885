// SPDX-License-Identifier: Apache-2.0

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  type AdminChallenge,
  type ChallengeInput,
  challengesAdminApi,
  type VariantInput,
} from '../../../../contract/challenges-admin.ts';
import type { InputOf } from '../../../../contract/endpoint.ts';
import type { GameId } from '../../../../contract/games/game.ts';
import { type CallOptions, call, type UndoableOptions } from '../../../lib/api.ts';
import { loadedFields } from '../../../lib/loaded-fields.ts';
import { useChanges } from '../../../lib/refetch-after-change.ts';

type AttemptsQuery = InputOf<typeof challengesAdminApi.attempts>['query'];

const challengesKey = ['admin', 'challenges'];
const attemptsKey = ['admin', 'attempts'];
const pollMs = 30_000;

/** Every challenge. Polled, since the number of running attempts changes by itself. */
export const allChallengesQuery = queryOptions({
  queryKey: challengesKey,
  queryFn: ({ signal }) =>
    call(challengesAdminApi.list, {}, { signal, quiet: true, fallback: 'Failed to fetch challenges' }),
  refetchInterval: pollMs,
});

/** All attempts, sorted by start time. */
export const attemptList = {
  queryKey: attemptsKey,
  read: ({ sort: _startedAt, ...query }: AttemptsQuery & { sort: 'startedAt' }, signal?: AbortSignal) =>
    call(
      challengesAdminApi.attempts,
      { query },
      { signal, quiet: true, fallback: 'Failed to fetch attempts' },
    ),
  refetchInterval: pollMs,
};

/** What a variant is likely to cost or earn, from what is stored now. */
export function estimateQuery(variant: VariantInput | null, game: GameId | undefined) {
  return queryOptions({
    queryKey: ['admin', 'estimate', variant, game],
    queryFn: ({ signal }) =>
      variant && call(challengesAdminApi.estimate, { body: { ...variant, game } }, { signal, quiet: true }),
    enabled: variant !== null,
    placeholderData: keepPreviousData,
  });
}

const saving = { fallback: 'Failed to save challenge' };
export const challengeCalls = {
  toggle: (id: string, isActive: boolean, { isUndo, ...options }: UndoableOptions = {}) =>
    call(
      challengesAdminApi.setActive,
      { params: { id }, body: { isActive, isUndo } },
      { ...saving, ...options },
    ),
  create: (body: ChallengeInput, idempotencyKey: string) =>
    call(challengesAdminApi.create, { body }, { ...saving, idempotencyKey }),
  update: (row: AdminChallenge, values: ChallengeInput) => {
    const body = { ...values, loaded: loadedFields(row, values) };
    return call(challengesAdminApi.update, { params: { id: row._id }, body }, saving);
  },
  remove: (id: string, options?: CallOptions) =>
    call(
      challengesAdminApi.remove,
      { params: { id } },
      { fallback: 'Failed to delete challenge', ...options },
    ),
};

/** Changes challenges. */
export const useChallengeChanges = () => useChanges(challengeCalls, challengesKey);

const attemptCalls = {
  void: (id: string, body: { reason: string; forfeitFee: boolean }, idempotencyKey: string) =>
    call(
      challengesAdminApi.void,
      { params: { id }, body },
      { idempotencyKey, fallback: 'Failed to void attempt' },
    ),
};

/** Changes attempts. */
export const useAttemptChanges = () => useChanges(attemptCalls, attemptsKey);
