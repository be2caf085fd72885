// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { receiptsTest } from '../../../tests/support/receipts.ts';

const mails = receiptsTest();
const { newAddress, mailTo, tell } = mails;

describe('a card payment', () => {
  const payment = { paymentId: randomUUID(), packageTitle: 'GC 500', coins: 500, amountCents: 499 };
  const at = '2026-11-21T10:00:00.000Z';

  it('gets a receipt with package, price, coins, date, reference and support address', async () => {
    const email = newAddress();
    const { id: playerId } = await mails.shop.shopper({ email });
    await tell('payment.credited', { ...payment, playerId, at });
    const [message] = await mailTo(email);
    expect(message?.messageId).toBe(`<payment-${payment.paymentId}@play.test>`);
    for (const part of [
      'GC 500: 500 GC',
      '$4.99',
      '21 Nov 2026',
      payment.paymentId,
      'support@finalring.test',
    ]) {
      expect(message?.text).toContain(part);
    }
  });

  it('gets a mail for each dispute and each reversal of it', { tags: ['long'] }, async () => {
    const email = newAddress();
    const { id: playerId } = await mails.shop.shopper({ email });
    const { amountCents: _, ...fact } = { ...payment, playerId, at };
    await tell('payment.reversed', { ...fact, reason: 'Payment disputed', number: 1 });
    const [first] = await mailTo(email);
    expect(first).toMatchObject({ subject: 'Payment disputed: GC 500' });
    expect(first?.text).toContain('−500 GC');
    await tell('payment.reversed', { ...fact, coins: -500, reason: 'Dispute won', number: 2 });
    const [second] = await mailTo(email, 2);
    expect(second).toMatchObject({ subject: 'Dispute won: GC 500' });
    expect(second?.text).toContain('+500 GC');
    expect(second?.messageId).not.toBe(first?.messageId);
  });
});
