// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { maxCoins } from '../contract/endpoint.ts';
import { startAdminTest } from '../tests/support/admin.ts';
import { endpointsOfContract } from '../tests/support/contract.ts';
import { openForTests } from '../tests/support/open-for-tests.ts';
import { getName, schemasWithin } from '../tests/support/sample-calls.ts';
import type { HouseAccount } from './ledger/transfer.ts';
import { transfer } from './ledger/transfer.ts';

const app = openForTests(startAdminTest);

it('rejects numbers above the limit in every call', async () => {
  const endpoints = await endpointsOfContract();
  let numbers = 0;
  const unbounded = endpoints.flatMap((endpoint) => {
    const { params, query, body } = endpoint;
    return schemasWithin(z.object({ params, query, body }))
      .filter(({ schema }) => schema instanceof z.ZodNumber)
      .filter(({ schema }) => {
        numbers++;
        return (schema as z.ZodNumber).safeParse(maxCoins + 1).success;
      })
      .map(({ path }) => `${getName(endpoint)}${path}`);
  });
  expect(unbounded).toEqual([]);
  expect(numbers).toBeGreaterThan(40);
});

it('limits an adjusted balance, which later winnings may still exceed', async () => {
  const [admin, user] = [await app.person({ role: 'SUPER_ADMIN' }), await app.person()];
  const set = async (gamerCoins: number) => {
    const answer = await app.update(admin, user, { gamerCoins, reason: 'a test' });
    return [answer.statusCode, answer.json().code ?? answer.json().message];
  };
  expect(await set(maxCoins + 1)).toEqual([400, 'invalid_request']);
  expect((await set(maxCoins))[0]).toBe(200);
  expect(await app.coins(user)).toBe(maxCoins);

  const more = (from: { house: HouseAccount }, to: { player: string }, amount: number) =>
    app.db.transaction((tx) =>
      transfer(tx, {
        currency: 'GC',
        amount,
        from,
        to,
        type: 'event_reward',
        reference: 'a test',
        idempotencyKey: randomUUID(),
        description: 'A test',
      }),
    );
  // A balance that refused to grow would fail the other payouts in its batch.
  await more({ house: 'rewards' }, { player: user.id }, 1);
  expect(await app.coins(user)).toBe(maxCoins + 1);
  const other = await app.person();
  await expect(more({ house: 'rewards' }, { player: other.id }, maxCoins + 1)).rejects.toThrow(/_range/);
  const checks = await app.db.rows<{ name: string }>(sql`
    select conname as name from pg_constraint
    where conname = 'transfers_amount_range' and conrelid = 'transfers'::regclass and convalidated`);
  expect(checks).toHaveLength(1);
});
