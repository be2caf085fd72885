// SPDX-License-Identifier: Apache-2.0

import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { InputOf } from '../../../contract/endpoint.ts';
import { passkeysApi } from '../../../contract/passkeys.ts';
import { secondFactorApi } from '../../../contract/second-factor.ts';
import { call } from '../../lib/api.ts';
import { keys } from '../../lib/query.ts';
import { answerByPasskey, createPasskey } from './browser-passkeys.ts';

/** Nested under the profile's key, so that refreshing the profile refreshes it too. */
export const secondFactorQuery = queryOptions({
  queryKey: [...keys.profile, 'second-factor'],
  queryFn: ({ signal }) => call(secondFactorApi.read, {}, { signal, quiet: true }),
});

/** Changes the player's second factor. Each change refetches it. */
export function useFactorChanges() {
  const queryClient = useQueryClient();
  async function andLook<Done>(work: Promise<Done>): Promise<Done> {
    try {
      return await work;
    } finally {
      await queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
    }
  }
  const quiet = { quiet: true };
  async function confirmByPasskey() {
    const passkey = await answerByPasskey(await call(passkeysApi.request, {}, quiet));
    return call(secondFactorApi.confirm, { body: { passkey } }, quiet);
  }
  async function addPasskey(name: string) {
    const created = await createPasskey(await call(passkeysApi.start, {}, quiet));
    return call(passkeysApi.finish, { body: { name, created } }, quiet);
  }
  return {
    confirm: (body: InputOf<typeof secondFactorApi.confirm>['body']) =>
      andLook(call(secondFactorApi.confirm, { body }, quiet)),
    confirmByPasskey: () => andLook(confirmByPasskey()),
    addPasskey: (name: string) => andLook(addPasskey(name)),
    renamePasskey: (id: string, name: string) =>
      andLook(call(passkeysApi.rename, { params: { id }, body: { name } }, quiet)),
    removePasskey: (id: string) => andLook(call(passkeysApi.remove, { params: { id } }, quiet)),
    startApp: () => call(secondFactorApi.startApp, {}, quiet),
    finishApp: (code: string) => andLook(call(secondFactorApi.finishApp, { body: { code } }, quiet)),
    removeApp: () => andLook(call(secondFactorApi.removeApp, {}, quiet)),
    renewRecoveryCodes: () => andLook(call(secondFactorApi.renewRecoveryCodes, {}, quiet)),
  };
}
