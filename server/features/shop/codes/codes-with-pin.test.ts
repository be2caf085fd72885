// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, expect, it } from 'vitest';
import { testSecret } from '../../../../tests/support/app.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { line, randomCode, type Shopper, startShopTest } from '../../../../tests/support/shop.ts';
import { toForm } from '../../../../tests/support/upload.ts';
import { checkCodeSecrets } from './check-code-secrets.ts';
import { vaultKeys } from './open-vault.ts';

const shop = openForTests(startShopTest);
let admin: Shopper;
beforeAll(async () => {
  admin = await shop.shopper({ role: 'SUPER_ADMIN' });
});

const ask = async (who: Shopper, method: 'POST' | 'PATCH', url: string, body: object = {}) => {
  const answer = await shop.test.call({ method, url, token: who.token, key: randomUUID(), ...body });
  return { status: answer.statusCode, ...answer.json() };
};
async function bring(card: string, text: string, query = '') {
  const form = await toForm({ file: { name: 'a.csv', content: Buffer.from(text), type: 'text/csv' } });
  return ask(admin, 'POST', `/gift-card/${card}/codes?${query}`, form);
}
const reveal = (who: Shopper, id: string) => ask(who, 'POST', `/gift-card/purchases/${id}/reveal`);
async function buy(card: string) {
  const player = await shop.shopper();
  const { data } = await shop.checkout(player, [line(card)]);
  return { player, purchaseId: data.purchases[0]?._id ?? '' };
}

it('sells and reveals a code together with its PIN, and stores both encrypted only', async () => {
  const card = await shop.card({ codes: 0 });
  const report = await bring(card, 'Card Number;PIN\n6006-4912-0001;0042\n6006-4912-0002;0917\n');
  expect(report.data).toMatchObject({ added: 2, columns: [{ use: 'code' }, { use: 'pin' }] });
  const { player, purchaseId } = await buy(card);
  expect((await reveal(player, purchaseId)).data).toEqual({
    _id: purchaseId,
    hashCode: '6006-4912-0001',
    pin: '0042',
  });
  const [bought] = await shop.purchases(player);
  expect(bought?.hashCode).toMatch(/001$/);
  expect(JSON.stringify(bought)).not.toContain('0042');
  const code = await shop.test.db.one<{ id: string; masked: string }>(sql`
    select id, masked from gift_card_codes where purchase_id = ${purchaseId}`);
  expect(code.masked).not.toContain('42');
  expect((await ask(admin, 'POST', `/gift-card/codes/${code.id}/reveal`)).data).toMatchObject({
    pin: '0042',
  });
  // Recognized by the code alone, with any PIN.
  expect((await bring(card, 'code,pin\n6006 4912 0002,1111\n')).data).toMatchObject({
    added: 0,
    duplicates: [2],
  });
  const secrets = vaultKeys({ keys: undefined, fingerprintSecret: undefined }, testSecret);
  expect((await checkCodeSecrets(shop.test.db, secrets)).faults).toEqual([]);
});

it('delivers and replaces a code together with its PIN', async () => {
  const card = await shop.card({ codes: 0, isFulfilledByHand: true });
  const { player, purchaseId } = await buy(card);
  const deliver = (payload: object) =>
    ask(admin, 'PATCH', `/gift-card/gift-card-request/${purchaseId}`, {
      payload: { isDelivered: true, ...payload },
    });
  expect(await deliver({ pin: '0042' })).toMatchObject({ status: 422, code: 'code_malformed' });
  const code = randomCode();
  expect((await deliver({ code, pin: ' 0042 ' })).status).toBe(200);
  expect((await deliver({ code, pin: '0042' })).status).toBe(200);
  expect(await deliver({ code, pin: '0043' })).toMatchObject({ status: 409, code: 'code_allocated' });
  expect((await reveal(player, purchaseId)).data).toMatchObject({ hashCode: code, pin: '0042' });
  const fresh = randomCode();
  const payload = { code: fresh, pin: '7777', reason: 'The shop refused it' };
  expect((await ask(admin, 'POST', `/gift-card/purchases/${purchaseId}/replace`, { payload })).status).toBe(
    200,
  );
  expect((await reveal(player, purchaseId)).data).toMatchObject({ hashCode: fresh, pin: '7777' });
});

it('skips implausible codes unless the call accepts them', async () => {
  const card = await shop.card({ codes: 0 });
  const text = 'Entitlement\nAAAA-1111\nBBBB-2222\nCCCC-3333\nDDDD-4444\nE E 5\n';
  const { data } = await bring(card, text);
  expect(data).toMatchObject({
    added: 4,
    implausible: [{ line: 1, why: 'it looks like a heading' }, { line: 6 }],
    notes: [expect.stringContaining('Line 1 looks like a heading')],
  });
  expect(await shop.stock(card)).toBe(4);
  expect((await bring(card, text, 'implausible=take')).data).toMatchObject({ added: 2 });
});

it('skips lines for other cards in a file for one card', async () => {
  const card = await shop.card({ title: 'Café 20'.normalize('NFD'), codes: 0 });
  await shop.card({ title: 'Xbox 15' });
  const { data } = await bring(card, 'title,code\ncafé  20,MINE-0001\nXbox 15,ELSE-0002\n,MINE-0003\n');
  expect(data).toMatchObject({
    added: 2,
    malformed: [{ line: 3, why: expect.stringContaining('it names another card') }],
  });
});
