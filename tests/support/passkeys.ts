// SPDX-License-Identifier: Apache-2.0

import { expect } from 'vitest';
import type { Passkey } from '../../contract/passkeys.ts';
import type { SecondFactor } from '../../contract/second-factor.ts';
import type { AdminTest, Person } from './admin.ts';
import type { Authenticator, Circumstances } from './authenticator.ts';

/** The calls of a browser whose user has passkeys. */
export function passkeyCalls(app: () => AdminTest) {
  const base = '/auth/second-factor';
  const send = (
    by: Person,
    path: string,
    payload: object = {},
    method: 'POST' | 'PATCH' | 'DELETE' = 'POST',
  ) =>
    app().call({ method, url: `${base}${path}`, token: by.token, ...(method !== 'DELETE' && { payload }) });
  const read = async (by: Person): Promise<SecondFactor> =>
    (await app().call({ url: base, token: by.token })).json().data;
  const users = (by: Person) => app().call({ url: '/super-admin/get-all-users', token: by.token });

  const start = async (by: Person) => (await send(by, '/passkeys/start')).json().data;
  const finish = async (
    by: Person,
    on: Authenticator,
    { name = 'My phone', ...of }: { name?: string } & Parameters<Authenticator['create']>[1] = {},
  ) => send(by, '/passkeys/finish', { name, created: on.create(await start(by), of) });
  const request = async (by: Person) => (await send(by, '/passkeys/request')).json().data;
  const confirm = async (by: Person, on: Authenticator, of: Circumstances = {}) =>
    send(by, '/confirm', { passkey: on.use(await request(by), of) });
  const signInAgain = async ({ id }: Person): Promise<Person> => ({ id, token: await app().signIn(id) });
  async function enrol(
    by: Person,
    on: Authenticator,
  ): Promise<{ passkey: Passkey; recoveryCodes: string[] }> {
    const done = await finish(by, on);
    expect([done.statusCode, done.json().code]).toEqual([200, undefined]);
    return done.json().data;
  }
  return { send, read, users, start, finish, request, confirm, signInAgain, enrol };
}
