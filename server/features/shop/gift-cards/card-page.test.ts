// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, expect, it } from 'vitest';
import type { GiftCardPage } from '../../../../contract/shop.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { line, type Shopper, startShopTest } from '../../../../tests/support/shop.ts';
import { toForm } from '../../../../tests/support/upload.ts';

const shop = openForTests(startShopTest);
let player: Shopper;
beforeAll(async () => {
  player = await shop.shopper({ gamerCoins: 100_000 });
});

async function read(
  id: string,
  { token }: Shopper = player,
): Promise<{ status: number; code?: string; data: GiftCardPage }> {
  const answer = await shop.test.call({ url: `/gift-card/get/${id}`, token });
  return { status: answer.statusCode, ...answer.json() };
}

it('shows one card with its description and no code', async () => {
  const words = { kind: 'pass', region: 'Europe', howToRedeem: 'Open the game.\nEnter it.' } as const;
  const id = await shop.card({ title: 'Season Pass', codes: ['SECRET-0002'], ...words });
  const answer = await shop.test.call({ url: `/gift-card/get/${id}`, token: player.token });
  expect(answer.payload).not.toMatch(/SECRET|hashCode|•/);
  expect(answer.json().data).toMatchObject({
    _id: id,
    title: 'Season Pass',
    availability: 'in_stock',
    ...words,
  });
});

it('describes a card without a description as a wallet card', async () => {
  const id = await shop.card();
  expect((await read(id)).data).toMatchObject({ kind: 'wallet', region: '', howToRedeem: '' });
});

it('refuses signed-out callers, invalid ids and unknown cards', async () => {
  const id = await shop.card();
  expect((await shop.test.call({ url: `/gift-card/get/${id}` })).statusCode).toBe(401);
  expect((await read('nothing')).status).toBe(400);
  expect(await read(randomUUID())).toMatchObject({ status: 404, code: 'not_found' });
});

it('marks a card as off sale, and shows a deleted card only to its buyers', { tags: ['long'] }, async () => {
  const id = await shop.card({ title: 'Leaving' });
  await shop.checkout(player, [line(id)]);
  await shop.test.db.run(sql`update gift_cards set is_active = false where id = ${id}`);
  const other = await shop.shopper();
  expect((await read(id, other)).data).toMatchObject({ title: 'Leaving', isActive: false });
  await shop.test.db.run(sql`update gift_cards set deleted_at = now() where id = ${id}`);
  expect(await read(id, other)).toMatchObject({ status: 404, code: 'not_found' });
  expect((await read(id)).data).toMatchObject({ title: 'Leaving', isActive: false });
});

it('suggests four related cards: available ones first, then by similarity and price', async () => {
  const [type, other] = ['alike', 'another'];
  const own = await shop.card({ title: 'Own', type, kind: 'item', gcCoin: 500 });
  const soldOut = await shop.card({ title: 'Sold out', type, kind: 'item', gcCoin: 500, codes: 0 });
  await shop.card({ title: 'Same kind', type: other, kind: 'item', gcCoin: 500 });
  await shop.card({ title: 'Same type', type, kind: 'currency', gcCoin: 900 });
  await shop.card({ title: 'Off sale', type, kind: 'item', isActive: false });
  await shop.card({ title: 'Both, dearer', type, kind: 'item', gcCoin: 900 });
  await shop.card({ title: 'Both, nearer', type, kind: 'item', gcCoin: 600 });
  await shop.card({ title: 'Neither', type: 'elsewhere', kind: 'subscription' });
  const getTitles = ({ data }: { data: GiftCardPage }) => data.related.map(({ title }) => title);
  expect(getTitles(await read(own))).toEqual(['Both, nearer', 'Both, dearer', 'Same type', 'Same kind']);
  await shop.addCodes(soldOut, ['NO-LONGER-SOLD-OUT']);
  expect(getTitles(await read(own))[0]).toBe('Sold out');
});

it('administrators can edit the page with a log entry, and omitted fields stay unchanged', async () => {
  const admin = await shop.shopper({ role: 'ADMIN' });
  const id = await shop.card({ title: 'Described', region: 'Europe' });
  const change = async (fields: Record<string, string>) => {
    const form = await toForm(fields);
    const url = `/gift-card/update/${id}`;
    return shop.test.call({ method: 'PUT', url, token: admin.token, key: randomUUID(), ...form });
  };
  expect((await change({ kind: 'currency', howToRedeem: 'One.\nTwo.' })).statusCode).toBe(200);
  expect((await read(id)).data).toMatchObject({
    kind: 'currency',
    region: 'Europe',
    howToRedeem: 'One.\nTwo.',
  });
  expect((await change({ region: '' })).statusCode).toBe(200);
  expect((await read(id)).data).toMatchObject({ kind: 'currency', region: '' });
  const faults: Record<string, string>[] = [
    { kind: 'voucher' },
    { region: 'x'.repeat(61) },
    { howToRedeem: 'x'.repeat(2001) },
  ];
  for (const wrong of faults) {
    expect((await change(wrong)).json()).toMatchObject({ code: 'invalid_request' });
  }
  const changes = await shop.test.db.rows(
    sql`select before, after from admin_changes where subject = ${`gift-card:${id}`} order by id`,
  );
  expect(changes).toMatchObject([
    { before: { kind: 'wallet', howToRedeem: '' }, after: { kind: 'currency', howToRedeem: 'One.\nTwo.' } },
    { before: { region: 'Europe' }, after: { region: '' } },
  ]);
});
