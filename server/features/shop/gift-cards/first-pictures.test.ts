// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it, vi } from 'vitest';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { startShopTest } from '../../../../tests/support/shop.ts';
import { createLogger } from '../../../platform/log.ts';
import { firstPictures } from './first-pictures.ts';

const shop = openForTests(startShopTest);

it('lists the pictures of the newest cards, and changes with them', async () => {
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
  expect(read()).toContain('", </media/second-640.avif>; rel=preload');
});

it('answers immediately while the database is down, logs it, and retries on the next page', async () => {
  const away = new Error('away');
  const rows = vi.fn(() => Promise.reject(away));
  const db = { rows } as never;
  const log = createLogger('silent');
  const warn = vi.spyOn(log, 'warn');
  const read = firstPictures({ db, listener: shop.test.listener, log, base: '/media' });
  for (const pages of [1, 2]) {
    expect(read()).toBe('');
    await new Promise(setImmediate);
    expect(rows).toHaveBeenCalledTimes(pages);
  }
  const warned = [{ err: away }, 'could not read the first pictures of the shop'];
  expect(warn.mock.calls).toEqual([warned, warned]);
});

it('reloads only after a change or a reconnect', async () => {
  const card = (image: string) => ({ image, createdAt: new Date() });
  const rows = vi.fn(async () => [card(''), card('second'), card('third')]);
  const db = { rows } as never;
  const told = new Map<string, () => void>();
  const on = (channel: string, work: () => void) => void told.set(channel, work);
  const onReconnect = (work: () => void) => on('reconnect', work);
  const listener = { connected: true, on, onReconnect } as never;
  const read = firstPictures({ db, listener, log: createLogger('silent'), base: '/media' });
  read();
  await new Promise(setImmediate);
  // A card without a picture leaves its slot empty.
  expect(read()).toMatch(/^<\/media\/second-640.avif>;[^<]*$/);
  await new Promise(setImmediate);
  expect(rows).toHaveBeenCalledTimes(1);
  for (const [channel, times] of [
    ['gift_cards', 2],
    ['reconnect', 3],
  ] as const) {
    told.get(channel)?.();
    read();
    await new Promise(setImmediate);
    read();
    expect(rows).toHaveBeenCalledTimes(times);
  }
});

it('loads once for pages served concurrently', async () => {
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
