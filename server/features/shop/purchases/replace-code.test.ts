// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, expect, it } from 'vitest';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { line, randomCode, type Shopper, startShopTest } from '../../../../tests/support/shop.ts';
import { getFingerprint } from '../codes/seal-code.ts';
import { isTheirs, type PurchaseRow } from './purchase-store.ts';
import { replaceCode } from './replace-code.ts';

const shop = openForTests(startShopTest);
let admin: Shopper;
beforeAll(async () => {
  admin = await shop.shopper({ role: 'SUPER_ADMIN' });
});

async function buy(cards: { codes: number }) {
  const buyer = await shop.shopper();
  const { data } = await shop.checkout(buyer, [line(await shop.card(cards))]);
  return { buyer, purchaseId: data.purchases[0]?._id ?? '' };
}
const replace = (purchaseId: string, code?: string) =>
  replaceCode(
    { actorId: admin.id, purchaseId, code, reason: 'bad', idempotencyKey: randomUUID() },
    { ...shop.deps, holdRights: async () => new Set(['gift-cards:reveal']) },
  );

it('accepts only the code the buyer saw when a restore lost it', async () => {
  const { buyer, purchaseId } = await buy({ codes: 3 });
  const seen = [randomCode(), randomCode()];
  for (const code of seen) {
    await shop.test.db.run(sql`
      insert into lost_codes (code_id, fingerprint, seen, purchase_id, noted_at)
      values (make_uuidv7(), ${getFingerprint(shop.deps.vault, code)}, 'buyer', ${purchaseId}, now())`);
  }
  const before = await shop.reveal(buyer, purchaseId);
  expect(await replace(purchaseId)).toEqual({ refused: 'code_allocated' });
  expect(await replace(purchaseId, randomCode())).toEqual({ refused: 'code_allocated' });
  expect((await shop.reveal(buyer, purchaseId)).hashCode).toBe(before.hashCode);
  expect(await replace(purchaseId, seen[1])).toMatchObject({ _id: purchaseId });
  expect(await shop.reveal(buyer, purchaseId)).toMatchObject({ hashCode: seen[1] });
  // It now has that code, so any other may follow.
  expect(await replace(purchaseId)).toMatchObject({ _id: purchaseId });
});

it('recognizes any of the codes the buyer saw', () => {
  const [one, other, third] = [1, 2, 3].map((byte) => ({ fingerprint: Buffer.alloc(32, byte) }));
  const having = (...codes: (typeof one)[]) =>
    ({ missing: codes.map((code) => code?.fingerprint) }) as unknown as PurchaseRow;
  expect([isTheirs(one, having()), isTheirs(undefined, having())]).toEqual([true, true]);
  expect([one, other, third, undefined].map((code) => isTheirs(code, having(one, other)))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
