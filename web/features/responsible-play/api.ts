// SPDX-License-Identifier: Apache-2.0

import { queryOptions } from '@tanstack/react-query';
import type { InputOf } from '../../../contract/endpoint.ts';
import { responsiblePlayApi } from '../../../contract/responsible-play.ts';
import { call } from '../../lib/api.ts';
import { keys } from '../../lib/query.ts';
import { useChanges } from '../../lib/refetch-after-change.ts';

/** Nested under the profile's key, because anything that moves the player's coins may reach a limit. */
export const playQuery = queryOptions({
  queryKey: [...keys.profile, 'play'],
  queryFn: ({ signal }) => call(responsiblePlayApi.read, {}, { signal, quiet: true }),
});

type Body<Name extends keyof typeof responsiblePlayApi> = InputOf<(typeof responsiblePlayApi)[Name]>['body'];

const quiet = { quiet: true };
const calls = {
  state: (body: Body<'state'>) => call(responsiblePlayApi.state, { body }, quiet),
  setLimit: (body: Body<'setLimit'>) => call(responsiblePlayApi.setLimit, { body }, quiet),
  pause: (body: Body<'pause'>) => call(responsiblePlayApi.pause, { body }, quiet),
  acceptTerms: (version: string) => call(responsiblePlayApi.acceptTerms, { body: { version } }, quiet),
};

/** Changes the player's own limits, pauses and statement. */
export const usePlayChanges = () => useChanges(calls, keys.profile);
