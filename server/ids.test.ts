// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Endpoint, id as idSchema } from '../contract/endpoint.ts';
import { startAdminTest } from '../tests/support/admin.ts';
import { endpointsOfContract } from '../tests/support/contract.ts';
import { openForTests } from '../tests/support/open-for-tests.ts';
import { findIdPaths, getName, sampleCall, schemasWithin } from '../tests/support/sample-calls.ts';

const app = openForTests(() =>
  startAdminTest({
    onValidated: ({ params, query, body }) => validated.push({ params, query, body }),
  }),
);
let endpoints: Endpoint[];
let validated: unknown[] = [];

beforeAll(async () => {
  endpoints = await endpointsOfContract();
});
beforeEach(() => {
  validated = [];
});

const getInputs = ({ params, query, body }: Endpoint) => ({ params, query, body });
const takesIds = (endpoint: Endpoint) => findIdPaths(z.object(getInputs(endpoint))).length > 0;

/** The id with some letters in upper case, as the repeating pattern `capitals` says. */
const spelt = (id: string, capitals: readonly boolean[]) =>
  [...id].map((letter, n) => (capitals[n % capitals.length] ? letter.toUpperCase() : letter)).join('');
const inCapitals = (id: string) => id.toUpperCase();

describe('ids in the contract', () => {
  it('share one schema, used for every id in an address', () => {
    const others = endpoints.flatMap((endpoint) => {
      const { params, query, body, data } = endpoint;
      return schemasWithin(z.object({ params, query, body, data }))
        .filter(({ schema }) => {
          const format = (schema as { format?: unknown }).format;
          return schema !== idSchema && (format === 'uuid' || format === 'guid');
        })
        .map(({ path }) => `${getName(endpoint)}${path}`);
    });
    expect(others).toEqual([]);
    const inAddresses = endpoints.flatMap((endpoint) =>
      [...endpoint.path.matchAll(/:(\w+)/g)]
        .filter(([, name]) => !findIdPaths(endpoint.params).includes(`.${name}`))
        .map(([, name]) => `${getName(endpoint)} ${name}`),
    );
    // Exceptions: a game, a handle, a referral code and a provider are words, and the unsubscribe token of the daily
    // mail is not an id.
    expect(inAddresses).toEqual([
      'PUT /challenge/games/:game/closure game',
      'DELETE /challenge/games/:game/closure game',
      'POST /notifications/unsubscribe/:token token',
      'GET /players/:handle handle',
      'GET /referrals/invitations/:code code',
      'DELETE /auth/sign-ins/:provider provider',
    ]);
    const astray = endpoints.flatMap((endpoint) =>
      schemasWithin(z.object(getInputs(endpoint)))
        .filter(({ path, schema }) => /(\._id|Id|\.id)$/.test(path) && schema !== idSchema)
        .map(({ path }) => `${getName(endpoint)}${path}`),
    );
    // Ids of other services and of authenticators, which define their own spelling.
    expect(astray).toEqual([
      'POST /challenge/start.body.epicId',
      'POST /challenge/practice.body.epicId',
      'POST /challenge/check-account.body.epicId',
      'POST /auth/second-factor/passkeys/finish.body.created.id',
      'POST /auth/second-factor/passkeys/finish.body.created.rawId',
      'POST /auth/second-factor/confirm.body.passkey.id',
      'POST /auth/second-factor/confirm.body.passkey.rawId',
      'PUT /super-admin/update-user/:id.body.googleId',
      'PUT /super-admin/users/:id/epic-account.body.epicId',
    ]);
  });

  it('are documented as UUIDs', { tags: ['long'] }, async () => {
    const document = (await app.app.http.inject('/api/v1/openapi.json')).json();
    const [parameter] = document.paths['/api/v1/events/{id}'].put.parameters;
    expect(parameter.schema).toMatchObject({ type: 'string', format: 'uuid' });
  });
});

describe('an id in capital letters', () => {
  it('means the same id in every call', { tags: ['long'] }, async () => {
    const { token } = await app.person({ role: 'SUPER_ADMIN' });
    for (const endpoint of endpoints.filter(takesIds)) {
      const id = randomUUID();
      const call = async (spelling: string) => {
        validated = [];
        const answer = await app.call({
          ...(await sampleCall(endpoint, spelling)),
          token,
          key: randomUUID(),
        } as Parameters<typeof app.call>[0]);
        return { name: getName(endpoint), status: answer.statusCode, body: answer.body, validated };
      };
      const expected = await call(id);
      // The sample passed validation, and had an id in every possible place.
      expect([getName(endpoint), validated.length]).toEqual([getName(endpoint), 1]);
      // A payment names either one package or several.
      const left = getName(endpoint) === 'POST /transaction/create-intent' ? 1 : 0;
      const asked = findIdPaths(z.object(getInputs(endpoint))).length - left;
      expect([getName(endpoint), JSON.stringify(validated).split(id).length - 1]).toEqual([
        getName(endpoint),
        asked,
      ]);
      expect(await call(inCapitals(id))).toEqual(expected);
      const spellings = fc.array(fc.boolean(), { minLength: 36, maxLength: 36 });
      for (const capitals of fc.sample(spellings, 2)) {
        expect(await call(spelt(id, capitals))).toEqual(expected);
      }
    }
  });

  it('may be percent-encoded, and is accepted in no other form', async () => {
    const { token } = await app.person({ role: 'SUPER_ADMIN' });
    const user = await app.person();
    const read = async (spelling: string) =>
      (await app.call({ url: `/super-admin/users/${spelling}`, token })).statusCode;
    const percent = [...user.id.toUpperCase()]
      .map((letter) => `%${letter.charCodeAt(0).toString(16)}`)
      .join('');
    expect(await read(percent)).toBe(200);
    const others = [
      `%7B${user.id}%7D`,
      `urn:uuid:${user.id}`,
      user.id.replaceAll('-', ''),
      `${user.id}%20`,
      `%20${user.id}`,
      `${user.id}%00`,
      user.id.replace(/.$/, '%EF%BC%A1'),
    ];
    for (const spelling of others) expect([spelling, await read(spelling)]).toEqual([spelling, 400]);
  });
});
