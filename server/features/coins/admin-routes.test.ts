// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, expect, it } from 'vitest';
import { type Buyer, startCoinsTest } from '../../../tests/support/coins.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';

const coins = openForTests(startCoinsTest);
let admin: Buyer;
beforeAll(async () => {
  admin = await coins.buyer({ role: 'ADMIN' });
});

const form = {
  title: 'GC_500',
  coins: 500,
  originalPrice: 5,
  discountPercentage: 12.5,
  discountedPrice: 4.38,
};

async function send(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  { payload, key = randomUUID(), as = admin }: { payload?: object; key?: string; as?: Buyer } = {},
) {
  const url = `/trade-coin${path.startsWith('?') ? '' : '/'}${path}`;
  const answer = await coins.test.call({ method, url, token: as.token, key, ...(payload && { payload }) });
  return { status: answer.statusCode, ...answer.json() };
}
const create = (changed: object = {}, key?: string) =>
  send('POST', 'create', { payload: { ...form, ...changed }, ...(key && { key }) });

it('creates a package once per key, at a price the server computes', async () => {
  const key = randomUUID();
  const made = await create({ discountedPrice: 0 }, key);
  expect(made).toMatchObject({ status: 200, message: 'Coin created successfully' });
  expect(made.data).toMatchObject({ discountedPrice: 4.38, isActive: true, paymentNote: null });
  expect((await create({ discountedPrice: 0 }, key)).data).toEqual(made.data);
  expect(await create({ coins: 501 }, key)).toMatchObject({ code: 'idempotency_key_reused' });
});

it.each([
  ['title', '  ', 'Title is required'],
  ['title', undefined, 'Title is required'],
  ['coins', 0, 'Coins amount must be at least 1'],
  ['coins', 'many', 'must be a whole number'],
  ['coins', undefined, 'Coins amount must be at least 1'],
  ['originalPrice', 0.004, 'Original price must be greater than 0'],
  ['originalPrice', null, 'Original price must be greater than 0'],
  ['discountPercentage', '', 'Discount percentage is required'],
  ['discountPercentage', undefined, 'Discount percentage is required'],
  ['discountPercentage', -1, 'Discount percentage must be 0 or greater'],
  ['discountPercentage', 101, 'Discount percentage cannot exceed 100'],
])('refuses %s %j with the reason', async (path, value, message) => {
  const refused = await create({ [path]: value });
  expect(refused.status).toBe(400);
  expect(refused.data.issues).toEqual([{ path, message }]);
});

it('accepts numbers as text and truncates coins to whole numbers', async () => {
  const { data } = await create({ coins: '700.9', originalPrice: '7.00', discountPercentage: '0' });
  expect(data).toMatchObject({ coins: 700, originalPrice: 7, discountPercentage: 0, discountedPrice: 7 });
});

it('warns when a package costs less than the smallest card payment', async () => {
  const { data } = await create({ originalPrice: 0.49, discountPercentage: 0 });
  expect(data.paymentNote).toBe('Card payments must be at least $0.50, so nobody can buy this package.');
  expect((await create({ originalPrice: 0.5, discountPercentage: 0 })).data.paymentNote).toBeNull();
});

it('changes, toggles and deletes a package, with a log entry for each', async () => {
  const { data: made } = await create();
  const changed = await send('PUT', made._id, { payload: { ...form, title: 'GC_HALF', coins: 50 } });
  expect(changed).toMatchObject({ message: 'Coin updated successfully', data: { coins: 50 } });
  const key = randomUUID();
  const off = { message: 'Coin status updated successfully', data: { _id: made._id, isActive: false } };
  expect(await send('PATCH', `${made._id}/deactivate`, { key })).toMatchObject(off);
  expect(await send('PATCH', `${made._id}/deactivate`, { key })).toMatchObject(off);
  expect((await send('PATCH', `${made._id}/deactivate`)).data.isActive).toBe(true);
  await send('PATCH', `${made._id}/deactivate`);
  const listed = await send('GET', '?search=gc_half');
  expect(listed).toMatchObject({ total: 1, data: [{ title: 'GC_HALF', isActive: false }] });
  expect(await send('DELETE', made._id)).toMatchObject({ message: 'Coin deleted successfully' });
  expect(await send('DELETE', made._id)).toMatchObject({ status: 404 });
  expect(await send('PUT', made._id, { payload: form })).toMatchObject({ status: 404 });
  expect(await send('PATCH', `${made._id}/deactivate`)).toMatchObject({ status: 404 });
  const log = await coins.db.rows<{ action: string; actor: string }>(sql`
    select action, actor_id as actor from admin_changes where subject = ${`coin-package:${made._id}`} order by id`);
  const actions = ['create', 'change', 'change', 'change', 'change', 'delete'];
  expect(log).toEqual(actions.map((name) => ({ action: `coin-package.${name}`, actor: admin.id })));
});

it('answers a repeated deletion with the same message', async () => {
  const { data: made } = await create();
  const key = randomUUID();
  for (const _ of [1, 2]) {
    expect(await send('DELETE', made._id, { key })).toMatchObject({ message: 'Coin deleted successfully' });
  }
});

it('sets a package on or off sale idempotently', async () => {
  const { data: made } = await create();
  const set = async (isActive: boolean) =>
    (await send('PATCH', `${made._id}/deactivate?isActive=${isActive}`)).data.isActive;
  expect([await set(true), await set(false), await set(false), await set(true)]).toEqual([
    true,
    false,
    false,
    true,
  ]);
  const log = await coins.db.rows(sql`
    select action from admin_changes where subject = ${`coin-package:${made._id}`} and action like '%change'`);
  expect(log).toHaveLength(2);
  expect((await send('PATCH', `${made._id}/deactivate?isActive=maybe`)).status).toBe(400);
});

it('lists packages on sale first, with search, sorting and paging', async () => {
  await coins.db.run(sql`delete from coin_packages`);
  const rows = [
    { title: 'A 50%', coins: 1, isActive: false, originalPriceCents: 100, discountPercentage: 0 },
    { title: 'b', coins: 3, originalPriceCents: 500, discountPercentage: 50 },
    { title: 'C_c', coins: 2, originalPriceCents: 300, discountPercentage: 0 },
    { title: 'd\\', coins: 4, originalPriceCents: 400, discountPercentage: 1 },
  ];
  for (const row of rows) await coins.addPackage(row);
  const titles = async (query: string) => {
    const { data, total } = await send('GET', `?${query}`);
    return `${data.map(({ title }: { title: string }) => title.slice(0, 1)).join('')} of ${total}`;
  };
  for (const [sort, up, down] of [
    ['title', 'bCdA', 'dCbA'],
    ['coins', 'CbdA', 'dbCA'],
    ['originalPrice', 'CdbA', 'bdCA'],
    ['discountPercentage', 'CdbA', 'bdCA'],
    ['discountedPrice', 'bCdA', 'dCbA'],
  ]) {
    expect(await titles(`sort=${sort}&order=asc`)).toBe(`${up} of 4`);
    expect(await titles(`sort=${sort}&order=desc`)).toBe(`${down} of 4`);
  }
  expect(await titles('sort=title&order=desc&page=2&pageSize=3')).toBe('A of 4');
  expect(await titles('sort=title&order=asc&page=2&pageSize=2')).toBe('dA of 4');
  for (const [search, found] of [
    ['C', 'C of 1'],
    ['50%', 'A of 1'],
    ['%', 'A of 1'],
    ['_', 'C of 1'],
    ['\\', 'd of 1'],
    ['x', ' of 0'],
  ] as const) {
    expect(await titles(`search=${encodeURIComponent(search)}`)).toBe(found);
  }
});

it('compresses the list', async () => {
  for (let count = 0; count < 20; count++) await coins.addPackage({ title: `Package ${count}` });
  const headers = { 'accept-encoding': 'br' };
  const answer = await coins.test.call({ url: '/trade-coin', token: admin.token, headers });
  expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, 'br']);
});
