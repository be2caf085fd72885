// SPDX-License-Identifier: Apache-2.0

import { beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, testConfig } from '../tests/support/app.ts';
import { createPlayer } from '../tests/support/factories.ts';
import { inlineReferences } from '../tests/support/inline-references.ts';
import { openForTests } from '../tests/support/open-for-tests.ts';
import { patient } from '../tests/support/patience.ts';
import { buildApp } from './app.ts';
import { createListener } from './platform/listen.ts';
import { createLogger } from './platform/log.ts';
import { openStorage } from './platform/storage/open-storage.ts';

interface Operation {
  summary?: string;
  description?: string;
  security?: object[];
  parameters?: { name: string; in: string; required?: boolean }[];
  responses: Record<string, { description: string; headers?: object; content?: object }>;
}

const test = openForTests(startTestApp);

describe('the OpenAPI document', () => {
  let operations: Map<string, Operation>;
  beforeAll(async () => {
    const { paths } = inlineReferences((await test.call({ url: '/openapi.json' })).json());
    operations = new Map(
      Object.entries<Record<string, Operation>>(paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation]),
      ),
    );
  });

  it('lists every address of the API and no other address', () => {
    const registered = test.app.http.knownRoutes
      .filter(({ url }) => !url.startsWith('/api/docs') && !url.endsWith('/openapi.json'))
      .flatMap(({ url, methods }) => methods.map((method) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`))
      .filter((address) => !address.startsWith('HEAD '));
    expect([...operations.keys()].sort()).toEqual([...new Set(registered)].sort());
    expect(registered).toContain('GET /api/v1/live');
  });

  it('describes the purpose, callers and answers of each operation', () => {
    for (const [address, { summary, responses }] of operations) {
      expect(summary, address).toBeTruthy();
      for (const [status, { description }] of Object.entries(responses)) {
        expect(description, `${address} ${status}`).not.toBe('Default Response');
      }
    }
    expect(operations.get('POST /api/v1/challenge/start')?.security).toEqual([{ session: [] }]);
    expect(operations.get('GET /api/v1/config')?.security).toEqual([]);
  });

  it('documents the idempotency key of changing calls as optional', () => {
    const keys = [...operations].flatMap(([address, { parameters = [] }]) =>
      parameters
        .filter(({ name }) => name === 'idempotency-key')
        .map(({ required }) => ({ address, required })),
    );
    expect(keys.map(({ address }) => address)).toContain('PATCH /api/v1/trade-coin/{id}/deactivate');
    expect(keys.filter(({ required }) => required)).toEqual([]);
  });
});

it('the API page loads nothing from other hosts and needs no TLS', async () => {
  const page = await test.app.http.inject({ url: '/api/docs/' });
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toMatch(/default-src 'none'; script-src 'self'; style-src 'self';/);
  expect(policy).not.toMatch(/unsafe|https?:|upgrade/);
});

it('a session ends on every process immediately', { tags: ['long'] }, async () => {
  const log = createLogger('silent');
  const listener = await createListener(test.databaseUrl, log);
  const { http } = await buildApp({
    config: testConfig(),
    appSecret: 'a secret for tests, long enough to be taken',
    db: test.db,
    listener,
    clock: test.clock,
    log,
    ...(await openStorage({ dataDir: test.dataDir, objectsPlace: undefined })),
    sandboxUrl: undefined,
    stopping: () => false,
  });
  const { id } = await createPlayer(test.db);
  const token = await test.signIn(id);
  const headers = { authorization: `Bearer ${token}` };
  const here = () => test.call({ url: '/auth/get-profile', token });
  const elsewhere = async () => (await http.inject({ url: '/api/v1/auth/get-profile', headers })).statusCode;
  expect([await elsewhere(), (await here()).statusCode]).toEqual([200, 200]);
  await test.call({ method: 'POST', url: '/auth/logout', token });
  expect((await here()).statusCode).toBe(401);
  // Much sooner than the 30 seconds for which a process may cache a session.
  await vi.waitFor(async () => expect(await elsewhere()).toBe(401), { timeout: patient(2_000) });
  await http.close();
  await listener.close();
});
