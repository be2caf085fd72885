// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it, vi } from 'vitest';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { line, type Shopper, startShopTest } from '../../../../tests/support/shop.ts';
import { importCodes } from '../codes/import-codes.ts';

const shop = openForTests(startShopTest);
let admin: Shopper;
let buyer: Shopper;
beforeAll(async () => {
  admin = await shop.shopper({ role: 'ADMIN' });
  buyer = await shop.shopper({ gamerCoins: 100_000 });
});

const codesFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => `FIFO-${10_000 + first + index}`);

async function bring(giftCardId: string, codes: readonly string[]): Promise<void> {
  const file = Buffer.from(codes.join('\n'));
  const report = await importCodes(
    {
      actorId: admin.id,
      giftCardId,
      file,
      isDryRun: false,
      leavesImplausible: false,
      idempotencyKey: randomUUID(),
    },
    shop.deps,
  );
  expect(report).toMatchObject({ added: codes.length });
}

async function buy(giftCardId: string): Promise<{ purchaseId: string; code: string }> {
  const { data } = await shop.checkout(buyer, [line(giftCardId)]);
  const purchaseId = data.purchases[0]?._id ?? '';
  return { purchaseId, code: (await shop.reveal(buyer, purchaseId)).hashCode ?? '' };
}

const replace = (purchaseId: string) =>
  shop.test.call({
    method: 'POST',
    url: `/gift-card/purchases/${purchaseId}/replace`,
    token: admin.token,
    key: randomUUID(),
    payload: { reason: 'used already' },
  });

it('sells codes in the order they arrived: line by line, import by import', async () => {
  const card = await shop.card({ codes: 0 });
  await bring(card, codesFrom(0, 6));
  await bring(card, codesFrom(6, 6));
  const sold: string[] = [];
  for (let count = 0; count < 8; count++) sold.push((await buy(card)).code);
  expect(sold).toEqual(codesFrom(0, 8));
  const { purchaseId } = await buy(card);
  await replace(purchaseId);
  expect((await shop.reveal(buyer, purchaseId)).hashCode).toBe(codesFrom(9, 1)[0]);
});

it('sells the oldest codes under concurrency', { tags: ['long'] }, async () => {
  const card = await shop.card({ codes: 0 });
  await bring(card, codesFrom(100, 40));
  const sold = await Promise.all(Array.from({ length: 10 }, () => buy(card)));
  expect(sold.map(({ code }) => code).sort()).toEqual(codesFrom(100, 10));
});

it('shows a card as sold out after a replacement took its last code', async () => {
  const card = await shop.card({ codes: 2 });
  const availability = async () => (await shop.list(buyer)).find(({ _id }) => _id === card)?.availability;
  await vi.waitFor(async () => expect(await availability()).toBe('in_stock'));
  const { purchaseId } = await buy(card);
  await shop.runPromotions('purchase.completed');
  await vi.waitFor(async () => expect(await availability()).toBe('in_stock'));
  expect((await replace(purchaseId)).statusCode).toBe(200);
  expect(await shop.stock(card)).toBe(0);
  await shop.runPromotions('purchase.code-replaced');
  await vi.waitFor(async () => expect(await availability()).toBe('sold_out'));
});
