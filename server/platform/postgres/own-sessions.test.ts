// SPDX-License-Identifier: Apache-2.0

import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { startFaultProxy } from '../../../tests/support/fault-proxy.ts';
import { startTransactionPooler } from '../../../tests/support/transaction-pooler.ts';
import { noConnectionLeft, noOwnSessions, requireOwnSessions } from './own-sessions.ts';
import { DatabaseUnavailable } from './unavailable.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

it.each([
  { size: 1, order: 'last' },
  { size: 2, order: 'last' },
  { size: 2, order: 'turn' },
  { size: 5, order: 'last' },
  { size: 5, order: 'turn' },
] as const)(
  'refuses a pooler that shares $size connection(s) between transactions, $order',
  async (options) => {
    const pooler = await startTransactionPooler(test.url, options);
    await expect(requireOwnSessions(pooler.url)).rejects.toThrow(noOwnSessions);
    await pooler.close();
  },
);

it('accepts a pooler with a session per client', { tags: ['long'] }, async () => {
  const pooler = await startTransactionPooler(test.url, { size: 2, order: 'last', isSession: true });
  await requireOwnSessions(pooler.url);
  await pooler.close();
});

it('reports a pooler with too few connections', { tags: ['long'] }, async () => {
  const pooler = await startTransactionPooler(test.url, { size: 1, order: 'last', isSession: true });
  await expect(requireOwnSessions(pooler.url, 1_000)).rejects.toThrow(noConnectionLeft);
  await pooler.close();
});

it('accepts PostgreSQL itself', async () => {
  await requireOwnSessions(test.url);
});

it('reports that the database is unreachable', async () => {
  await expect(requireOwnSessions('postgresql://127.0.0.1:1/none')).rejects.toThrow(
    'the database cannot be reached (DATABASE_URL): connect ECONNREFUSED 127.0.0.1:1',
  );
});

/** Every answer comes 200 ms late, so that the cases lose the connection at each of its steps once. */
it.concurrent.each(Array.from({ length: 24 }, (_, place) => 100 * (place + 1)))(
  'reports the database as unavailable when its connection is lost after %i ms',
  { tags: ['long'] },
  async (ms) => {
    const proxy = await startFaultProxy(test.url);
    proxy.set('slow');
    const asked = requireOwnSessions(proxy.url).catch((error: Error) => error);
    await delay(ms);
    proxy.tear();
    const failure = await asked;
    if (failure) expect([failure, failure.cause]).toContainEqual(expect.any(DatabaseUnavailable));
    proxy.tear();
    await proxy.close();
  },
);
