import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Buyer, type CoinsTest, startCoinsTest } from '../../../tests/support/coins.ts';

let coins: CoinsTest;
let admin: Buyer;
beforeAll(async () => {
  coins = await startCoinsTest();
  admin = await coins.buyer({ role: 'ADMIN' });
});
afterAll(() => coins.close());

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

it('creates once per key, at a price of its own reckoning', async () => {
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
  ['coins', 'many', 'Coins amount must be at least 1'],
  ['coins', undefined, 'Coins amount must be at least 1'],
  ['originalPrice', 0.004, 'Original price must be greater than 0'],
  ['originalPrice', null, 'Original price must be greater than 0'],
  ['discountPercentage', -1, 'Discount percentage must be 0 or greater'],
  ['discountPercentage', 101, 'Discount percentage cannot exceed 100'],
])('refuses %s %j in the words of the specification', async (path, value, message) => {
  const refused = await create({ [path]: value });
  expect(refused.status).toBe(400);
  expect(refused.data.issues).toEqual([{ path, message }]);
});

it('takes numbers as text and cuts coins to whole ones', async () => {
  const { data } = await create({ coins: '700.9', originalPrice: '7.00', discountPercentage: '' });
  expect(data).toMatchObject({ coins: 700, originalPrice: 7, discountPercentage: 0, discountedPrice: 7 });
});

it('says so where a package costs less than cards can pay', async () => {
  const { data } = await create({ originalPrice: 0.49, discountPercentage: 0 });
  expect(data.paymentNote).toContain('$0.50');
});

it('changes, toggles once per key, and deletes; all of it is written down', async () => {
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

it('says of a deletion that is asked for again with its key what it said at first', async () => {
  const { data: made } = await create();
  const key = randomUUID();
  for (const _ of [1, 2]) {
    expect(await send('DELETE', made._id, { key })).toMatchObject({ message: 'Coin deleted successfully' });
  }
});

it('puts on sale or takes off what is said, twice too', async () => {
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

it('lists those on sale first, sorted and paged', async () => {
  await coins.db.run(sql`delete from coin_packages`);
  const rows = [
    { title: 'a', coins: 1, isActive: false },
    { title: 'b', coins: 3 },
    { title: 'c', coins: 2 },
  ];
  for (const row of rows) await coins.addPackage(row);
  const titles = async (query: string) =>
    (await send('GET', `?${query}`)).data.map(({ title }: { title: string }) => title);
  expect(await titles('sort=coins&order=asc')).toEqual(['c', 'b', 'a']);
  expect(await titles('sort=title&order=desc&page=2&pageSize=2')).toEqual(['a']);
});

it('is closed to players', async () => {
  const player = await coins.buyer();
  expect(await send('GET', '?page=1', { as: player })).toMatchObject({ status: 403 });
  expect(await send('POST', 'create', { as: player, payload: form })).toMatchObject({ status: 403 });
});
