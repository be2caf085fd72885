// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { expect, it, vi } from 'vitest';
import { receiptsTest } from '../../../tests/support/receipts.ts';

const mails = receiptsTest();
const { newAddress, mailTo, behave, idle, tell } = mails;

const paid = (playerId: string) =>
  tell('payment.credited', {
    ...{ paymentId: randomUUID(), packageTitle: 'GC 500', coins: 500, amountCents: 499 },
    ...{ playerId, at: '2026-11-21T10:00:00.000Z' },
  });
async function isRefused(token: string): Promise<boolean> {
  const answer = await mails.shop.test.call({ url: '/auth/get-profile', token });
  return answer.json().data.isMailRefused;
}
async function countRefused(): Promise<number> {
  const { token } = await mails.shop.shopper({ role: 'ADMIN' });
  const answer = await mails.shop.test.call({ url: '/overview?from=2026-11-01&to=2026-11-02', token });
  return answer.json().data.pending.mailRefused;
}

it('tells a player and the operator that mail is rejected, until a mail arrives', {
  tags: ['long'],
}, async () => {
  const email = newAddress();
  const { id, token } = await mails.shop.shopper({ email });
  expect([await isRefused(token), await countRefused()]).toEqual([false, 0]);
  await behave('reject', 1);
  await paid(id);
  await vi.waitFor(async () => expect(await isRefused(token)).toBe(true));
  expect(await countRefused()).toBe(1);

  await paid(id);
  await mailTo(email);
  await idle();
  expect([await isRefused(token), await countRefused()]).toEqual([false, 0]);
});

it("ignores rejections of a player's former address", { tags: ['long'] }, async () => {
  const { id, token } = await mails.shop.shopper({ email: newAddress() });
  await behave('reject', 1);
  await paid(id);
  await vi.waitFor(async () => expect(await isRefused(token)).toBe(true));
  await mails.shop.test.db.run(sql`update players set email = ${newAddress()} where id = ${id}`);
  expect(await isRefused(token)).toBe(false);
});

it('sends to an address outside the grammar, and lets an administrator keep it', async () => {
  const name = `taro.${randomUUID().slice(0, 8)}.`;
  const email = `${name}@docomo.test`;
  const { id } = await mails.shop.shopper({ email });
  await paid(id);
  // Quoted, as RFC 5321 requires.
  await mailTo(`"${name}"@docomo.test`);

  const { token } = await mails.shop.shopper({ role: 'SUPER_ADMIN' });
  const answer = await mails.shop.test.call({
    ...{ method: 'PUT', url: `/super-admin/update-user/${id}`, token },
    payload: { name: 'Taro', email },
  });
  expect([answer.statusCode, answer.json().data?.email]).toEqual([200, email]);
});
