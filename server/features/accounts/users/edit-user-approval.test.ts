// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import type { Approval } from '../../../../contract/approvals-admin.ts';
import { startApprovalsTest } from '../../../../tests/support/approvals.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { transfer } from '../../../ledger/transfer.ts';

const app = openForTests(startApprovalsTest);

const waiting = async (): Promise<Approval[]> =>
  (await app.send(app.second, 'GET', '/approvals?show=waiting')).json().data;
const keysOf = async (id: string) =>
  (
    await app.db.rows<{ key: string }>(sql`
      select idempotency_key as key from transfers where ${id}::uuid in (credit_player_id, debit_player_id) order by id`)
  ).map(({ key }) => key);

it('a large adjustment waits for approval with the other changes, then moves the approved difference', async () => {
  const user = await app.person({ name: 'Before', gamerCoins: 100 });
  const change = { name: 'After', email: 'after@x.test', role: 'ADMIN', isVerified: false };
  const asked = await app.update(app.boss, user, {
    ...{ ...change, gamerCoins: 5_000, gamerCoinsLoaded: 100, reason: 'a prize' },
  });
  expect([asked.statusCode, asked.json().code]).toEqual([202, 'waits_for_approval']);
  const { approvalId } = asked.json().data;
  const request = (await waiting())[0];
  expect(request).toMatchObject({
    kind: 'adjustment',
    title: 'Adjust the coins of a user',
    subject: `user:${user.id}`,
    coins: 4_900,
    before: { gamerCoins: 100, role: 'USER', isVerified: true },
    after: { gamerCoins: 5_000, role: 'ADMIN', isVerified: false, alsoChanges: 'name, email' },
    reason: 'a prize',
  });
  // Names here would outlive the account.
  expect(JSON.stringify(request)).not.toMatch(/After|after@x/);
  expect([await app.coins(user), await app.log(user)]).toEqual([100, []]);
  await app.update(app.second, user, { gamerCoins: 150, gamerCoinsLoaded: 100 });
  expect((await app.approve(app.second, approvalId)).json().data.status).toBe('carried_out');
  expect(await app.coins(user)).toBe(5_050);
  expect((await app.log(user)).at(-1)).toMatchObject({
    ...{ action: 'user.update', reason: 'a prize' },
    before: { name: 'Before', role: 'USER', isVerified: true, gamerCoins: 150 },
    after: { ...change, gamerCoins: 5_050 },
  });
  expect((await keysOf(user.id)).at(-1)).toBe(`approval:${approvalId}`);
});

it('a large adjustment moves the approved difference even when the balance has changed meanwhile', async () => {
  const user = await app.person({ gamerCoins: 100 });
  const asked = await app.update(app.boss, user, { gamerCoins: 5_000, gamerCoinsLoaded: 100 });
  await app.db.transaction((tx) =>
    transfer(tx, {
      ...{ currency: 'GC', amount: 4_900, from: { house: 'rewards' }, to: { player: user.id } },
      ...{
        type: 'challenge_reward',
        reference: user.id,
        idempotencyKey: `won:${user.id}`,
        description: 'Won',
      },
    }),
  );
  const { approvalId } = asked.json().data;
  expect((await app.approve(app.second, approvalId)).json().data.status).toBe('carried_out');
  expect(await app.coins(user)).toBe(9_900);
});

it('a large deduction waits for approval too, and pays coins to nobody', async () => {
  const user = await app.person({ gamerCoins: 3_000 });
  expect((await app.update(app.boss, user, { gamerCoins: 1_000 }, 'no-key-at-all')).statusCode).toBe(202);
  const [request] = await waiting();
  expect(request).toMatchObject({ coins: 2_000, after: { gamerCoins: 1_000 } });
  expect(request?.after).toEqual({ gamerCoins: 1_000 });
  const small = await app.update(app.boss, user, { gamerCoins: 2_000 }, 'another-key');
  expect([small.statusCode, await app.coins(user)]).toEqual([200, 2_000]);
  expect((await keysOf(user.id)).at(-1)).toBe(`user-adjustment:${app.boss.id}:another-key`);
});

it('an approved change is not made when somebody else changed the same field', async () => {
  const user = await app.person({ name: 'First', gamerCoins: 10 });
  const asked = await app.update(app.boss, user, {
    ...{ name: 'Second', gamerCoins: 2_000, loaded: { name: 'First' } },
  });
  await app.update(app.second, user, { name: 'Third' });
  await app.approve(app.second, asked.json().data.approvalId);
  expect(await app.statusOf(asked.json().data.approvalId)).toBe('unfit');
  expect(await app.coins(user)).toBe(10);
});
