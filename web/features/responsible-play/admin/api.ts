// SPDX-License-Identifier: Apache-2.0

import { queryOptions } from '@tanstack/react-query';
import type { InputOf } from '../../../../contract/endpoint.ts';
import {
  type PlayRulesInput,
  playRulesApi,
  userPlayApi,
} from '../../../../contract/responsible-play-admin.ts';
import { call } from '../../../lib/api.ts';
import { useChanges } from '../../../lib/refetch-after-change.ts';

const rulesKey = ['admin', 'play-rules'];
const userPlayKey = ['admin', 'user-play'];

/** Every version of the rules, newest first. */
export const playRulesQuery = queryOptions({
  queryKey: rulesKey,
  queryFn: ({ signal }) => call(playRulesApi.list, {}, { signal, quiet: true }),
});

export function userPlayQuery(id: string) {
  return queryOptions({
    queryKey: [...userPlayKey, id],
    queryFn: ({ signal }) => call(userPlayApi.read, { params: { id } }, { signal, quiet: true }),
  });
}

const calls = {
  publish: (body: PlayRulesInput, idempotencyKey: string) =>
    call(playRulesApi.publish, { body }, { idempotencyKey }),
  correct: (id: string, body: InputOf<typeof userPlayApi.correct>['body']) =>
    call(userPlayApi.correct, { params: { id }, body }),
};

/** Changes the rules, and users' statements. */
export const usePlayRuleChanges = () => useChanges(calls, rulesKey, userPlayKey);
