// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { expectCallsAMinute } from '../../../../tests/support/calls-a-minute.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { line, randomCode, type Shopper, startShopTest } from '../../../../tests/support/shop.ts';

const shop = openForTests(startShopTest);

async function buy(code: string): Promise<{ player: Shopper; purchaseId: string }> {
  const player = await shop.shopper();
  const { data } = await shop.checkout(player, [line(await shop.card({ codes: [code] }))]);
  return { player, purchaseId: data.purchases[0]?._id ?? '' };
}

it('reveals the code repeatedly to its buyer only, and logs each view', async () => {
  const code = 'WXYZ-1234-ABCD-5678';
  const { player, purchaseId } = await buy(code);
  const url = `/gift-card/purchases/${purchaseId}/reveal`;
  const answer = await shop.test.call({ method: 'POST', url, token: player.token });
  expect(answer.json()).toEqual({ message: 'OK', data: { _id: purchaseId, hashCode: code, pin: '' } });
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(await shop.reveal(player, purchaseId)).toMatchObject({ status: 200, hashCode: code });
  const looks = () =>
    shop.test.db.rows(sql`
      select viewer_id, address, revealed_at as at from code_reveals
      join gift_card_codes c on c.id = code_id where purchase_id = ${purchaseId}`);
  const look = { viewerId: player.id, address: '127.0.0.1', at: shop.test.clock.now() };
  expect(await looks()).toEqual([look, look]);

  const thief = await shop.shopper({ role: 'SUPER_ADMIN' });
  expect(await shop.reveal(thief, purchaseId)).toMatchObject({ status: 404, code: 'not_found' });
  expect(await shop.reveal(player, randomUUID())).toMatchObject({ status: 404 });
  expect((await shop.test.call({ method: 'POST', url })).statusCode).toBe(401);
  expect(await looks()).toHaveLength(2);
});

it('refuses to reveal a code whose key is lost, and logs no view', async () => {
  const { player, purchaseId } = await buy(randomCode());
  const { id } = await shop.test.db.one<{ id: string }>(sql`
    update gift_card_codes set key_id = 'gone' where purchase_id = ${purchaseId} returning id`);
  const admin = await shop.shopper({ role: 'SUPER_ADMIN' });
  const url = `/gift-card/codes/${id}/reveal`;
  const looked = await shop.test.call({ method: 'POST', url, token: admin.token });
  expect([looked.statusCode, looked.json().code]).toEqual([409, 'code_unreadable']);
  expect(await shop.reveal(player, purchaseId)).toMatchObject({ status: 409, code: 'code_unreadable' });
  expect(await shop.test.db.rows(sql`select from code_reveals where code_id = ${id}`)).toEqual([]);
});

it('keeps viewer, time and address of a view, and erases only the address', async () => {
  const player = await shop.shopper();
  const card = await shop.card({ codes: [randomCode()] });
  const { data } = await shop.checkout(player, [line(card)]);
  await shop.reveal(player, data.purchases[0]?._id ?? '');
  const mine = sql`viewer_id = ${player.id}`;
  for (const change of [
    sql`update code_reveals set address = '192.0.2.1' where ${mine}`,
    sql`update code_reveals set address = '', revealed_at = now() where ${mine}`,
    sql`delete from code_reveals where ${mine}`,
  ]) {
    await expect(shop.test.db.run(change), change.sql).rejects.toThrow(/append-only/);
  }
  await shop.test.db.run(sql`update code_reveals set address = '' where ${mine}`);
  expect(await shop.test.db.row(sql`select address from code_reveals where ${mine}`)).toEqual({
    address: '',
  });
});

it('keeps the code out of lists, stored answers, events, jobs and plain database columns', async () => {
  const player = await shop.shopper();
  const secret = randomCode();
  const card = await shop.card({ codes: [secret] });
  const key = randomUUID();
  const { data } = await shop.checkout(player, [line(card)], key);
  await shop.reveal(player, data.purchases[0]?._id ?? '');
  const said = [data, await shop.checkout(player, [line(card)], key), await shop.purchases(player)];
  said.push((await shop.test.call({ url: '/gift-card/get', token: player.token })).json());
  const tables = await shop.test.db.rows<{ name: string }>(sql`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'graphile_worker')`);
  for (const { name } of tables) {
    const { rows } = await shop.test.db.pool.query(
      `select t::text as row, to_jsonb(t)::text as json from ${name} t`,
    );
    said.push(rows);
  }
  const [plain, bare, hex] = [secret, secret.replaceAll('-', ''), Buffer.from(secret).toString('hex')];
  for (const form of [plain, bare, hex]) expect(JSON.stringify(said).includes(form)).toBe(false);
});

it('rate limits reveals', async () => {
  const { player, purchaseId } = await buy(randomCode());
  const limit = { limit: 'code-reveal', who: player.id, max: 120 };
  await expectCallsAMinute(shop.test.db, limit, async () => (await shop.reveal(player, purchaseId)).status);
  expect(await shop.reveal(player, purchaseId)).toMatchObject({ code: 'too_many_requests' });
});
