// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { describe, expect, it, vi } from 'vitest';
import { receiptsTest } from '../../../tests/support/receipts.ts';
import { line } from '../../../tests/support/shop.ts';
import { insertDeletion, takeBack } from '../accounts/deletion/account-deletion-store.ts';
import { deliverRequest } from '../shop/purchases/deliver-request.ts';
import { refundPurchase } from '../shop/purchases/refund-purchase.ts';

const mails = receiptsTest();
const { newAddress, getInbox, mailTo, behave, idle, refusedOnce, tryAgain, tell } = mails;

/** Deletes an account, and returns when it will be erased. */
async function leaves(playerId: string, eraseAt = new Date('2026-12-24T18:00:00.000Z')): Promise<string> {
  const deletion = {
    playerId,
    deletedAt: new Date(),
    eraseAt,
    deletedBy: null,
    forfeitedGC: 0,
    sessionHash: null,
  };
  await mails.shop.test.db.transaction((tx) => insertDeletion(tx, deletion));
  return eraseAt.toISOString();
}

it('tells a player until when a deleted account can be kept, unless it was erased', {
  tags: ['long'],
}, async () => {
  const leave = async (erasedAt: Date | null) => {
    const email = newAddress();
    const { id } = await mails.shop.shopper({ email });
    const eraseAt = await leaves(id);
    await mails.shop.test.db.run(sql`update players set erased_at = ${erasedAt} where id = ${id}`);
    await tell('player.deleted', { playerId: id, eraseAt });
    return email;
  };
  const gone = await leave(new Date());
  const [message] = await mailTo(await leave(null));
  expect(message).toMatchObject({ subject: 'Your account is deleted' });
  for (const part of ['We erase everything about you on', '24 Dec 2026', 'https://play.test/'])
    expect(message?.text).toContain(part);
  await idle();
  expect(await getInbox(gone)).toEqual([]);
});

it('sends nothing for a deletion undone while the mail server was down', { tags: ['long'] }, async () => {
  const email = newAddress();
  const { id } = await mails.shop.shopper({ email });
  const eraseAt = await leaves(id);
  await behave('busy');
  await tell('player.deleted', { playerId: id, eraseAt });
  await refusedOnce();
  await mails.shop.test.db.transaction((tx) => takeBack(tx, id));
  await behave('none');
  await tryAgain();
  await idle();
  expect(await getInbox(email)).toEqual([]);

  // After it is deleted again, only the second deletion is mailed.
  const again = await leaves(id, new Date(Date.parse(eraseAt) + 86_400_000));
  await tell('player.deleted', { playerId: id, eraseAt });
  await tell('player.deleted', { playerId: id, eraseAt: again });
  const [message] = await mailTo(email);
  expect(message?.messageId).toContain(`deletion-${id}-${Date.parse(again)}`);
  await idle();
  expect(await getInbox(email)).toHaveLength(1);
});

describe('a purchase', () => {
  const code = 'PLANTED-7QZX-SECRET-9WVK';

  it('gets a receipt that says where the codes are, without any code', async () => {
    const email = newAddress();
    const player = await mails.shop.shopper({ email, name: 'Ada <b>' });
    const psn = await mails.shop.card({ title: 'PSN & more', codes: [code, `${code}-2`] });
    const { data } = await mails.shop.checkout(player, [line(psn, 2)]);
    const [message] = await mailTo(email);
    expect(message).toMatchObject({
      subject: 'Your gift cards',
      from: 'no-reply@shop.test',
      messageId: `<order-${data._id}@play.test>`,
    });
    for (const part of [
      '2 × PSN & more: 200 GC',
      'Total: 200 GC',
      'https://play.test/profile',
      'never send a code',
    ]) {
      expect(message?.text).toContain(part);
    }
    expect(message?.html).toContain('2 × PSN &#38; more');
    const whole = await (await fetch(`${mails.sandboxUrl}/inbox/messages/${message?.id}`)).text();
    for (const trace of [
      code,
      '9WVK',
      'K-2',
      'K-3',
      '7QZX',
      '•',
      ...data.purchases.map(({ hashCode }) => hashCode),
    ]) {
      expect(message?.text).not.toContain(trace);
      expect(message?.html).not.toContain(trace);
      expect(whole).not.toContain(trace);
    }
  });

  it('in delivery gets mails with its date, its arrival or its refund', { tags: ['long'] }, async () => {
    const email = newAddress();
    const player = await mails.shop.shopper({ email });
    const admin = await mails.shop.shopper({ role: 'SUPER_ADMIN' });
    const byHand = await mails.shop.card({ title: 'By Hand', codes: 0, isFulfilledByHand: true });
    const { data } = await mails.shop.checkout(player, [line(byHand, 2)]);
    const [first] = await mailTo(email);
    expect(first?.text).toContain('Your order is on its way');
    expect(first?.text).toMatch(/at the latest by \d+ \w+ \d{4}, \d\d:\d\d UTC/);

    const [one, two] = data.purchases.map(({ _id }) => _id);
    const delivered = await deliverRequest(
      { actorId: admin.id, purchaseId: one ?? '', isDelivered: true, code: `${code}-3` },
      mails.shop.deps,
    );
    expect(delivered).not.toHaveProperty('refused');
    const [second] = await mailTo(email, 2);
    expect(second).toMatchObject({
      subject: 'Your gift card is ready',
      messageId: `<delivery-${one}@play.test>`,
    });
    expect(second?.text).not.toContain(code);
    expect(second?.html).not.toContain('9WVK');

    mails.shop.test.clock.advance(25 * 3_600_000);
    const refunded = await refundPurchase(
      { actorId: admin.id, purchaseId: two ?? '', reason: 'never came', idempotencyKey: randomUUID() },
      mails.shop.deps,
    );
    expect(refunded).not.toHaveProperty('refused');
    const [third] = await mailTo(email, 3);
    expect(third).toMatchObject({
      subject: 'Your gift card was refunded',
      messageId: `<refund-${two}@play.test>`,
    });
    expect(third?.text).toContain('By Hand: 100 GC');
  });

  it('succeeds even when the mail fails', { tags: ['long'] }, async () => {
    await behave('reject');
    const email = newAddress();
    const player = await mails.shop.shopper({ email });
    const { status } = await mails.shop.checkout(player, [line(await mails.shop.card())]);
    expect(status).toBe(200);
    await idle();
    await behave('none');
    expect(await getInbox(email)).toEqual([]);
    expect(await mails.shop.gamerCoins(player)).toBe(900);
  });

  it('by a deleted account gets no mail', { tags: ['long'] }, async () => {
    const email = newAddress();
    const player = await mails.shop.shopper({ email });
    await behave('busy');
    await mails.shop.checkout(player, [line(await mails.shop.card())]);
    await refusedOnce();
    await mails.shop.test.db.run(
      sql`update players set deleted_at = now(), email = '' where id = ${player.id}`,
    );
    await behave('none');
    await tryAgain();
    await idle();
    expect(await getInbox(email)).toEqual([]);
  });
});

describe('a mail server that was down', () => {
  it('gets the receipt once', { tags: ['long'] }, async () => {
    await behave('busy', 1);
    const email = newAddress();
    await mails.shop.checkout(await mails.shop.shopper({ email }), [line(await mails.shop.card())]);
    await tryAgain();
    await mailTo(email);
    await idle();
    expect(await getInbox(email)).toHaveLength(1);
  });

  it('gets it again under the same Message-ID when it never confirmed the first', {
    tags: ['long'],
  }, async () => {
    await behave('lost', 1);
    const email = newAddress();
    await mails.shop.checkout(await mails.shop.shopper({ email }), [line(await mails.shop.card())]);
    await tryAgain();
    const messages = await mailTo(email, 2);
    expect(new Set(messages.map(({ messageId }) => messageId)).size).toBe(1);
    await idle();
  });

  it('leaves no personal data in the queue', { tags: ['long'] }, async () => {
    await behave('later');
    const email = newAddress();
    await mails.shop.checkout(await mails.shop.shopper({ email, name: 'Nobody Else' }), [
      line(await mails.shop.card()),
    ]);
    await vi.waitFor(async () => {
      const [job] = await mails.shop.test.db.rows<{ payload: object; error: string }>(sql`
        select payload, last_error as error
        from graphile_worker._private_jobs where key like 'send-receipt:%' and last_error is not null`);
      expect(job?.error).toContain('did not take a message (451)');
      expect(JSON.stringify(job)).not.toMatch(new RegExp(`${email}|Nobody Else`));
    });
    await behave('none');
    await tryAgain();
    await mailTo(email);
  });
});
