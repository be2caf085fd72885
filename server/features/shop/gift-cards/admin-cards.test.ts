// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import sql from 'sql-template-tag';
import { beforeAll, expect, it } from 'vitest';
import type { AdminGiftCard } from '../../../../contract/shop-admin.ts';
import { listIn } from '../../../../tests/support/app.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { line, type Shopper, startShopTest } from '../../../../tests/support/shop.ts';
import { toForm } from '../../../../tests/support/upload.ts';

const shop = openForTests(startShopTest);
let admin: Shopper;
let picture: Buffer;
beforeAll(async () => {
  admin = await shop.shopper({ role: 'ADMIN' });
  picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
});

const fields = { title: 'PSN 20', description: 'Twenty dollars', gcCoin: '2000', type: 'psn' };

async function send(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'GET',
  url: string,
  options: { form?: Parameters<typeof toForm>[0]; payload?: object; key?: string; as?: Shopper } = {},
) {
  const { form, payload, key = randomUUID(), as = admin } = options;
  const body = form ? await toForm(form) : { payload };
  const answer = await shop.test.call({ method, url, token: as.token, key, ...body });
  return { status: answer.statusCode, ...answer.json() };
}

const create = (form: Parameters<typeof toForm>[0], key?: string) =>
  send('POST', '/gift-card/create', { form, ...(key && { key }) });
const whole = () => ({ ...fields, image: { name: 'card.png', content: picture } });
const getChanges = (id: string) =>
  shop.test.db.rows<{ action: string; before: object | null; after: object | null }>(sql`
    select action, before, after from admin_changes where subject = ${`gift-card:${id}`} order by id`);

it('creates a gift card from a form once per key, and logs it', { tags: ['long'] }, async () => {
  const key = randomUUID();
  const made = await create({ ...whole(), isFulfilledByHand: 'true', promiseHours: '48' }, key);
  expect(made).toMatchObject({ status: 200, message: 'Gift card created successfully' });
  expect(made.data).toMatchObject({
    title: 'PSN 20',
    gcCoin: 2000,
    isActive: true,
    isFulfilledByHand: true,
    promiseHours: 48,
    stock: 0,
    hashCode: '',
  });
  expect(made.data.image).toMatch(/^gift-cards\/./);
  const again = await create({ ...whole(), isFulfilledByHand: 'true', promiseHours: '48' }, key);
  expect(again.data._id).toBe(made.data._id);
  expect(await create({ ...whole(), title: 'Another' }, key)).toMatchObject({
    code: 'idempotency_key_reused',
  });
  expect(await getChanges(made.data._id)).toMatchObject([
    { action: 'gift-card.create', before: null, after: { title: 'PSN 20', gcCoin: 2000 } },
  ]);
});

it.each([
  ['title', { title: ' ' }, 'Title is required'],
  ['title', { title: undefined }, 'Title is required'],
  ['description', { description: '' }, 'Description is required'],
  ['gcCoin', { gcCoin: '' }, 'GC Coin value is required'],
  ['gcCoin', { gcCoin: undefined }, 'GC Coin value is required'],
  ['gcCoin', { gcCoin: '0' }, 'Coin value must be at least 1'],
  ['image', { image: undefined }, 'Please select an image'],
])('reports the field %s of %j in the specified words', async (path, changed, message) => {
  const form = Object.fromEntries(
    Object.entries({ ...whole(), ...changed }).filter(([, value]) => value !== undefined),
  );
  const refused = await create(form as never);
  expect(refused.status).toBe(400);
  expect(refused.data.issues).toEqual([{ path, message }]);
});

it('refuses an invalid or too large picture, and anything but a form', async () => {
  const text = { name: 'card.png', content: Buffer.from('no picture at all') };
  expect(await create({ ...fields, image: text })).toMatchObject({
    status: 400,
    message: 'Please select an image',
  });
  const large = { name: 'card.png', content: Buffer.alloc(8_000_001) };
  expect(await create({ ...fields, image: large })).toMatchObject({ status: 413, code: 'too_large' });
  expect(await send('POST', '/gift-card/create', { payload: fields })).toMatchObject({ status: 415 });
});

it('updates only the sent fields, takes a card off sale, and deletes it without affecting sold codes', async () => {
  const { data: made } = await create(whole());
  await shop.addCodes(made._id, ['AAAA-BBBB-CCCC-1234']);
  const changed = await send('PUT', `/gift-card/update/${made._id}`, {
    form: { title: 'PSN 25', gcCoin: '100', image: '' },
  });
  expect(changed).toMatchObject({ message: 'Updated successfully' });
  expect(changed.data).toMatchObject({
    title: 'PSN 25',
    gcCoin: 100,
    image: made.image,
    type: 'psn',
    stock: 1,
  });
  expect(changed.data.hashCode).toMatch(/^•+1234$/);
  const buyer = await shop.shopper();
  expect((await shop.checkout(buyer, [line(made._id)])).status).toBe(200);
  const off = await send('PATCH', `/gift-card/${made._id}/active`, { payload: { isActive: false } });
  expect(off.data).toMatchObject({ isActive: false, stock: 0, sold: 1 });
  expect(await send('DELETE', `/gift-card/delete/${made._id}`)).toMatchObject({
    message: 'Deleted successfully',
  });
  expect(await send('DELETE', `/gift-card/delete/${made._id}`)).toMatchObject({ status: 404 });
  expect(await send('PATCH', `/gift-card/${made._id}/active`, { payload: { isActive: true } })).toMatchObject(
    { status: 404 },
  );
  expect(await shop.purchases(buyer)).toMatchObject([{ title: 'PSN 25', status: 'delivered' }]);
  expect((await getChanges(made._id)).map(({ action }) => action)).toEqual([
    'gift-card.create',
    'gift-card.change',
    'gift-card.change',
    'gift-card.delete',
  ]);
});

it('answers a repeated deletion with the same message', async () => {
  const { data: made } = await create(whole());
  const key = randomUUID();
  for (const _ of [1, 2]) {
    const deleted = await send('DELETE', `/gift-card/delete/${made._id}`, { key });
    expect(deleted).toMatchObject({ message: 'Deleted successfully' });
  }
  const { data: other } = await create(whole());
  const refused = await send('DELETE', `/gift-card/delete/${other._id}`, { key });
  expect(refused).toMatchObject({ code: 'idempotency_key_reused' });
});

it('lists cards with stock, searches ignoring case, sorts and pages', async () => {
  const low = await shop.card({ title: 'Needle 50% off', codes: 2, gcCoin: 7 });
  const high = await shop.card({ title: 'needle two', codes: 6, gcCoin: 9, isActive: false });
  const list = async (query: string) =>
    listIn<{ list: AdminGiftCard[]; total: number }>(await send('GET', `/gift-card/all?${query}`));
  const found = await list('search=NEEDLE&sort=gcCoin&order=asc');
  expect(found).toMatchObject({
    total: 2,
    list: [
      { _id: low, stock: 2, isLowStock: true },
      { _id: high, stock: 6, isLowStock: false },
    ],
  });
  expect((await list(`search=${encodeURIComponent('50%')}`)).list).toHaveLength(1);
  expect((await list(`search=${encodeURIComponent('e%o')}`)).list).toHaveLength(0);
  expect((await list('search=needle&status=inactive')).list).toMatchObject([{ _id: high }]);
  const second = await list('search=needle&sort=stock&order=desc&page=2&pageSize=1');
  expect(second).toMatchObject({ total: 2, list: [{ _id: low }] });
});

it('counts stock up to a maximum', { tags: ['long'] }, async () => {
  const card = await shop.card({ title: 'Hoarded', codes: 0 });
  await shop.deps.db.run(sql`update gift_cards set low_stock_at = 10000 where id = ${card}`);
  const put = (from: number, until: number) =>
    shop.deps.db.run(sql`
      insert into gift_card_codes (id, gift_card_id, key_id, nonce, ciphertext, fingerprint, masked)
      select make_uuidv7(), ${card}, 'k', decode(repeat('00', 12), 'hex'), decode(repeat('00', 17), 'hex'),
        sha256(('hoarded' || n)::bytea), '' from generate_series(${from}::int, ${until}::int) n`);
  const read = async () => {
    const { list } = listIn<{ list: AdminGiftCard[] }>(await send('GET', '/gift-card/all?search=hoarded'));
    return [list[0]?.stock, list[0]?.isLowStock];
  };
  await put(1, 10_000);
  expect(await read()).toEqual([10_000, true]);
  await put(10_001, 10_005);
  expect(await read()).toEqual([10_001, false]);
});

it('lists all details of a card in every order, and no deleted card', { tags: ['long'] }, async () => {
  const add = async (card: Parameters<typeof shop.card>[0]) => {
    shop.test.clock.advance(1_000);
    return shop.card({ description: 'Sortable', ...card });
  };
  const b = await add({ title: 'b', gcCoin: 30, codes: ['SORTED-CODE-0000-7777', 'SORTED-CODE-0000-8888'] });
  const a = await add({ title: 'A', gcCoin: 10, codes: 3, type: 'sortable-type', description: 'Other' });
  const c = await add({ title: 'c', gcCoin: 20, codes: 1, isActive: false, lowStockAt: 1 });
  await shop.test.db.run(
    sql`update gift_cards set deleted_at = now() where id = ${await add({ title: 'gone' })}`,
  );
  const list = async (query: string) => {
    const { data, total } = await send('GET', `/gift-card/all?${query}`);
    return { rows: data as AdminGiftCard[], ids: (data as AdminGiftCard[]).map(({ _id }) => _id), total };
  };
  // Ties are ordered by id, in either direction.
  const active = [a, b].toSorted();
  for (const [sort, ids] of [
    ['createdAt', [b, a, c]],
    ['title', [a, b, c]],
    ['gcCoin', [a, c, b]],
    ['stock', [c, b, a]],
    ['isActive', [c, ...active]],
  ] as const) {
    expect((await list(`search=sortable&sort=${sort}&order=asc`)).ids).toEqual(ids);
    expect((await list(`search=sortable&sort=${sort}&order=desc`)).ids).toEqual(ids.toReversed());
  }
  expect((await list('search=SORTABLE-TYPE')).ids).toEqual([a]);
  expect((await list('search=sortable&status=active&sort=title&order=asc')).ids).toEqual([a, b]);
  expect(await list('search=sortable&sort=title&order=asc&page=2&pageSize=2')).toMatchObject({
    ids: [c],
    total: 3,
  });
  expect(await list('search=sortable&page=9')).toMatchObject({ ids: [], total: 3 });

  const buyer = await shop.shopper();
  await shop.checkout(buyer, [line(b, 1, 30)]);
  await shop.test.db.run(sql`
    update gift_card_codes set withdrawn_at = now(), quarantine = case when n = 1 then 'sold' else 'unproven' end
    from (select id, row_number() over (order by arrival) as n from gift_card_codes where gift_card_id = ${a}) place
    where place.id = gift_card_codes.id`);
  const [first, second, third] = (await list('search=sortable&sort=title&order=asc')).rows;
  expect(first).toMatchObject({ _id: a, stock: 0, isLowStock: true, quarantine: { sold: 1, unproven: 2 } });
  const { hashCode = '', newestCodeId } = second ?? {};
  expect(second).toEqual({
    _id: b,
    title: 'b',
    description: 'Sortable',
    image: '',
    type: 'psn',
    kind: 'wallet',
    region: '',
    howToRedeem: '',
    gcCoin: 30,
    isActive: true,
    isFulfilledByHand: false,
    promiseHours: 24,
    lowStockAt: 5,
    stock: 1,
    sold: 1,
    isLowStock: true,
    quarantine: { sold: 0, unproven: 0 },
    hashCode: expect.stringMatching(/^•{8}(7777|8888)$/),
    newestCodeId: expect.any(String),
    createdAt: new Date(shop.test.clock.now().getTime() - 3_000).toISOString(),
  });
  expect((await list(`search=${hashCode.slice(-4)}`)).ids).toEqual([b]);
  expect(third).toMatchObject({ _id: c, stock: 1, isLowStock: true, sold: 0 });
  // The newest code is the last one added.
  await shop.addCodes(b, ['SORTED-CODE-0000-9999']);
  const [renewed] = (await list('search=sortable&sort=gcCoin&order=desc')).rows;
  expect(renewed?.hashCode).toBe('••••••••9999');
  expect(renewed?.newestCodeId).not.toBe(newestCodeId);
});

it('keeps a field that somebody else changed since the form was opened', { tags: ['long'] }, async () => {
  const { data: made } = await create(whole());
  const { title, gcCoin } = made;
  const update = (form: Parameters<typeof toForm>[0]) =>
    send('PUT', `/gift-card/update/${made._id}`, { form });
  const loaded = JSON.stringify({ title, gcCoin });
  expect(await update({ title, gcCoin: '3000', loaded })).toMatchObject({ status: 200 });
  expect(await update({ title: 'Renamed', gcCoin: String(gcCoin), loaded })).toMatchObject({
    status: 200,
    data: { title: 'Renamed', gcCoin: 3000 },
  });
  expect(await update({ title, gcCoin: '2500', loaded })).toMatchObject({
    status: 409,
    code: 'changed_meanwhile',
    data: { current: { gcCoin: 3000 } },
  });
});
