// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import sql from 'sql-template-tag';
import { beforeAll, expect, it, vi } from 'vitest';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { line, type Shopper, startShopTest } from '../../../../tests/support/shop.ts';
import { createGiftCard } from './edit-gift-card.ts';

const shop = openForTests(startShopTest);
let player: Shopper;
beforeAll(async () => {
  player = await shop.shopper({ gamerCoins: 100_000 });
});

const getAvailability = async (id: string) =>
  (await shop.list(player)).find(({ _id }) => _id === id)?.availability;

it('lists cards on sale, newest first, without any code', async () => {
  shop.test.clock.advance(1000);
  const older = await shop.card({ title: 'Older', codes: ['SECRET-0001'] });
  shop.test.clock.advance(1000);
  const newer = await shop.card({ title: 'Newer', type: 'dota', isFulfilledByHand: true, codes: 0 });
  await shop.card({ isActive: false });
  const answer = await shop.test.call({ url: '/gift-card/get', token: player.token });
  expect(answer.payload).not.toMatch(/SECRET|hashCode|•/);
  const cards = answer.json().data;
  expect(cards.map(({ _id }: { _id: string }) => _id)).toEqual([newer, older]);
  expect(cards[1]).toEqual({
    _id: older,
    title: 'Older',
    description: 'A card for tests',
    image: '',
    type: 'psn',
    kind: 'wallet',
    gcCoin: 100,
    isActive: true,
    createdAt: new Date(shop.test.clock.now().getTime() - 1000).toISOString(),
    availability: 'in_stock',
    promiseHours: 24,
  });
  expect(cards[0].availability).toBe('by_hand');
  expect((await shop.test.call({ url: '/gift-card/get' })).statusCode).toBe(401);
});

it('shows immediately that a card is sold out, back or off sale', { tags: ['long'] }, async () => {
  const card = await shop.card({ codes: 2 });
  await vi.waitFor(async () => expect(await getAvailability(card)).toBe('in_stock'));
  await shop.checkout(player, [line(card, 2)]);
  await shop.runPromotions('purchase.completed');
  await vi.waitFor(async () => expect(await getAvailability(card)).toBe('sold_out'));
  await shop.addCodes(card, ['THERE-AGAIN-1']);
  await vi.waitFor(async () => expect(await getAvailability(card)).toBe('in_stock'));
  await shop.test.db.run(sql`update gift_cards set is_active = false where id = ${card}`);
  await vi.waitFor(async () => expect(await getAvailability(card)).toBeUndefined());
});

it('shows a card made by an administrator, with its picture', { tags: ['long'] }, async () => {
  const admin = await shop.shopper({ role: 'ADMIN' });
  const picture = await sharp({ create: { width: 50, height: 50, channels: 3, background: '#123' } })
    .png()
    .toBuffer();
  const card = {
    title: 'Made',
    description: 'By hand',
    type: 'pubg',
    gcCoin: 5,
    isActive: true,
    isFulfilledByHand: false,
    promiseHours: 24,
  };
  const made = await createGiftCard(
    { actorId: admin.id, card, picture, idempotencyKey: randomUUID() },
    shop.deps,
  );
  const id = '_id' in made ? made._id : '';
  await vi.waitFor(async () => expect(await getAvailability(id)).toBe('sold_out'));
  const { image } = (await shop.list(player)).find(({ _id }) => _id === id) ?? {};
  const file = await shop.test.app.http.inject(`/media/${image}-640.avif`);
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'image/avif']);
  expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(file.headers['x-content-type-options']).toBe('nosniff');
  const change = await shop.test.db.row(sql`
    select actor_id, action, before, after from admin_changes where subject = ${`gift-card:${id}`}`);
  expect(change).toEqual({
    actorId: admin.id,
    action: 'gift-card.create',
    before: null,
    after: { ...card, image },
  });
  const broken = { actorId: admin.id, card, picture: Buffer.from('no picture') };
  expect(await createGiftCard({ ...broken, idempotencyKey: randomUUID() }, shop.deps)).toEqual({
    refused: 'no_picture',
  });
});
