import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type ShopTest, startShopTest } from '../../../../tests/support/shop.ts';
import { createLogger } from '../../../platform/log.ts';
import { firstPictures } from './first-pictures.ts';

let shop: ShopTest;
beforeAll(async () => {
  shop = await startShopTest();
});
afterAll(() => shop.close());

it('names the pictures of the newest cards, and others once these are newer', async () => {
  const { db, listener, clock } = shop.test;
  const read = firstPictures({ db, listener, log: createLogger('silent'), base: '/media' });
  expect(read()).toBe('');
  const newest = async (image: string) => {
    clock.advance(1_000);
    const id = await shop.card();
    await db.run(sql`update gift_cards set image = ${image} where id = ${id}`);
  };
  const named = () => Array.from(read().matchAll(/<([^>]*)>/g), ([, address]) => address);
  await newest('first');
  await vi.waitFor(() => expect(named()).toEqual(['/media/first-640.avif']));
  expect(read()).toBe(
    '</media/first-640.avif>; rel=preload; as=image; type="image/avif"; fetchpriority=high; ' +
      'imagesrcset="/media/first-320.avif 320w, /media/first-640.avif 640w"; ' +
      'imagesizes="(min-width: 64rem) 24rem, (min-width: 22.5rem) 50vw, 100vw"',
  );
  await newest('second');
  await newest('third');
  await vi.waitFor(() => expect(named()).toEqual(['/media/third-640.avif', '/media/second-640.avif']));
});

it('answers at once while the database does not', async () => {
  const db = { rows: () => Promise.reject(new Error('away')) } as never;
  const read = firstPictures({
    db,
    listener: shop.test.listener,
    log: createLogger('silent'),
    base: '/media',
  });
  expect(read()).toBe('');
  await new Promise(setImmediate);
  expect(read()).toBe('');
});

it('asks once for all pages that are shown meanwhile', async () => {
  const asked: ((cards: []) => void)[] = [];
  const db = { rows: () => new Promise((resolve) => asked.push(resolve)) } as never;
  const listener = { ...shop.test.listener, connected: false };
  const read = firstPictures({ db, listener, log: createLogger('silent'), base: '/media' });
  for (let pages = 0; pages < 20; pages++) read();
  expect(asked).toHaveLength(1);
  asked[0]?.([]);
  await new Promise(setImmediate);
  read();
  expect(asked).toHaveLength(2);
});
