// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { startChallengesTest } from '../../../tests/support/challenges.ts';
import { type Buyer, startCoinsTest } from '../../../tests/support/coins.ts';
import { meanwhile } from '../../../tests/support/meanwhile.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { playCalls } from '../../../tests/support/play-calls.ts';
import { listOpenPayments } from '../coins/person-queries.ts';
import { insertPause } from './play-pause-store.ts';
import { lockPlay } from './play-queries.ts';

const dayMs = 24 * 3_600_000;

describe('without published rules', () => {
  const coins = openForTests(startCoinsTest);
  let packageId: string;
  const { pause, limit, play } = playCalls(() => coins.test);
  const order = async (buyer: Buyer) => {
    const { status, code } = await coins.createIntent(buyer, { packageId });
    return code ?? status;
  };
  const withdraw = ({ token }: Buyer, paymentId: string) =>
    coins.test.call({
      method: 'POST',
      url: `/transaction/payments/${paymentId}/withdraw`,
      token,
      key: randomUUID(),
    });
  const payments = (amount: number | null, period = 'day') => ({ kind: 'payment', period, amount });

  beforeAll(async () => {
    // 900 cents.
    packageId = await coins.addPackage();
  });

  it('everyone may pay, within the limits a player sets', async () => {
    const buyer = await coins.buyer();
    expect((await play(buyer)).refusal).toBeNull();
    expect(await order(buyer)).toBe(200);
    await limit(buyer, payments(2000));
    expect(await order(buyer)).toBe(200);
    const begun = await listOpenPayments(coins.db, buyer.id);
    expect(begun).toHaveLength(2);
    const refused = await coins.createIntent(buyer, { packageId });
    expect(refused).toMatchObject({ status: 409, code: 'spending_limit_reached' });
    expect(refused.message).toContain('$20.00 in 24 hours; you have $2.00 left');
    expect((await play(buyer)).limits[0]).toMatchObject({ ...payments(2000), spent: 1800, next: null });
    // A looser limit applies only after a day; by then, the spending is also more than a day old.
    const [, { next }] = (await limit(buyer, payments(null))) as [number, { next: { amount: null } }];
    expect(next.amount).toBeNull();
    expect(await order(buyer)).toBe('spending_limit_reached');
    await limit(buyer, { ...payments(1800), period: 'week' });
    coins.clock.advance(dayMs);
    const later = { ...buyer, token: await coins.test.signIn(buyer.id) };
    expect(await order(later)).toBe('spending_limit_reached');
    coins.clock.advance(6 * dayMs);
    const much = { ...buyer, token: await coins.test.signIn(buyer.id) };
    // However old the orders are, they could still be paid.
    expect(await order(much)).toBe('spending_limit_reached');
    for (const paymentId of begun) await withdraw(much, paymentId);
    expect(await order(much)).toBe(200);
  });

  it('a limit counts all packages of one payment together', async () => {
    const buyer = await coins.buyer();
    await limit(buyer, payments(2000));
    const buy = async (quantity: number) => {
      const { status, code } = await coins.createIntent(buyer, { packages: [{ packageId, quantity }] });
      return code ?? status;
    };
    expect(await buy(3)).toBe('spending_limit_reached');
    expect(await buy(2)).toBe(200);
    expect(await buy(1)).toBe('spending_limit_reached');
  });

  it.each([
    ['day', 1],
    ['week', 7],
    ['month', 30],
  ])('a limit per %s counts an order while it is open and from when it was paid', async (period, days) => {
    const buyer = await coins.buyer();
    const later = async () => order({ ...buyer, token: await coins.test.signIn(buyer.id) });
    await limit(buyer, payments(900, period));
    const begun = await coins.createIntent(buyer, { packageId });
    expect(begun.status).toBe(200);
    coins.clock.advance(days * dayMs + 60_000);
    expect(await later()).toBe('spending_limit_reached');
    const paid = coins.stripe.pay(begun.clientSecret.replace(/_secret_.*/, ''));
    await coins.deliver(coins.webhook('payment_intent.succeeded', paid));
    await coins.runRefreshes();
    coins.clock.advance(days * dayMs - 60_000);
    expect(await later()).toBe('spending_limit_reached');
    coins.clock.advance(120_000);
    expect(await later()).toBe(200);
  });

  it('a limit holds exactly under concurrency, and replays answer alike', async () => {
    const buyer = await coins.buyer();
    await limit(buyer, payments(2 * 900));
    const orders = await Promise.all(Array.from({ length: 8 }, () => order(buyer)));
    expect(orders.filter((outcome) => outcome === 200)).toHaveLength(2);
    expect(orders.filter((outcome) => outcome === 'spending_limit_reached')).toHaveLength(6);
    const other = await coins.buyer();
    await limit(other, payments(900));
    const key = randomUUID();
    const same = await Promise.all(
      Array.from({ length: 6 }, () => coins.createIntent(other, { packageId }, key)),
    );
    expect(same.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(new Set(same.map(({ paymentId }) => paymentId)).size).toBe(1);
  });

  it('a pause starts immediately, withdraws open orders and cannot end early', async () => {
    const buyer = await coins.buyer();
    const { paymentId } = await coins.createIntent(buyer, { packageId });
    const [, { until }] = (await pause(buyer, { lasts: '7-days' })) as [number, { until: string }];
    expect(await order(buyer)).toBe('play_paused');
    await coins.test.app.tasks['play.paused']?.({ playerId: buyer.id } as never);
    await coins.test.app.tasks['play.paused']?.({ playerId: buyer.id } as never);
    expect((await coins.payment(buyer, paymentId)).status).toBe('failed');
    expect(await pause(buyer, { lasts: '1-day' })).toEqual([200, { until }]);
    expect((await play(buyer)).pausedUntil).toBe(until);
    const [, longer] = (await pause(buyer, { lasts: '30-days' })) as [number, { until: string }];
    expect(longer.until > until).toBe(true);
    coins.clock.advance(30 * dayMs);
    expect(await order({ ...buyer, token: await coins.test.signIn(buyer.id) })).toBe(200);
  });

  it('a pause blocks repeating a failed order under its key', async () => {
    const buyer = await coins.buyer();
    const key = randomUUID();
    const { paymentId } = await coins.createIntent(buyer, { packageId }, key);
    await withdraw(buyer, paymentId);
    expect((await coins.payment(buyer, paymentId)).status).toBe('failed');
    await pause(buyer, { lasts: '7-days' });
    expect(await coins.createIntent(buyer, { packageId }, key)).toMatchObject({ code: 'play_paused' });
  });

  it('a pause leaves the answer to an earlier paid order unchanged', async () => {
    const buyer = await coins.buyer();
    const key = randomUUID();
    const ordered = await coins.createIntent(buyer, { packageId }, key);
    const paid = coins.stripe.pay(ordered.clientSecret.replace(/_secret_.*/, ''));
    await coins.deliver(coins.webhook('payment_intent.succeeded', paid));
    await coins.runRefreshes();
    await pause(buyer, { lasts: '7-days' });
    expect(await coins.createIntent(buyer, { packageId }, key)).toEqual(ordered);
    expect((await coins.payment(buyer, ordered.paymentId)).status).toBe('credited');
  });

  it('an order waits for a concurrent pause and is refused', async () => {
    const buyer = await coins.buyer();
    const now = coins.clock.now();
    const ordered = await meanwhile(
      coins.db,
      async (tx) => {
        await lockPlay(tx, buyer.id);
        await insertPause(tx, { playerId: buyer.id, beganAt: now, until: new Date(now.getTime() + dayMs) });
      },
      () => order(buyer),
    );
    expect(ordered).toBe('play_paused');
  });

  it('an invalid limit or pause is rejected', async () => {
    const buyer = await coins.buyer();
    for (const wrong of [-1, 1.5, '5', 1e13]) {
      expect(await limit(buyer, { kind: 'entry', period: 'day', amount: wrong })).toEqual([
        400,
        'invalid_request',
      ]);
    }
    expect(await limit(buyer, { kind: 'shop', period: 'day', amount: 1 })).toEqual([400, 'invalid_request']);
    expect(await pause(buyer, { lasts: '1-hour' })).toEqual([400, 'invalid_request']);
  });
});

describe('a limit on entry fees', () => {
  const challenges = openForTests(startChallengesTest);
  const { limit, play } = playCalls(() => challenges.test);

  it('counts fees minus refunds, and ignores practice', { tags: ['long'] }, async () => {
    const player = await challenges.player();
    await limit(player, { kind: 'entry', period: 'month', amount: 0 });
    expect((await challenges.enter(player)).code).toBe('spending_limit_reached');
    expect((await challenges.enter(player, { isPractice: true })).status).toBe(200);

    const other = await challenges.player();
    const { attemptId, status } = await challenges.enter(other);
    expect(status).toBe(200);
    const fee = 1000 - (await challenges.gamerCoins(other));
    await limit(other, { kind: 'entry', period: 'day', amount: fee });
    await challenges.read(attemptId, 101);
    const { refundGC } = await challenges.attempt(other, attemptId);
    const spent = (await play(other)).limits.find(
      ({ kind, period }: { kind: string; period: string }) => kind === 'entry' && period === 'day',
    ).spent;
    expect(spent).toBe(fee - refundGC);
    expect((await challenges.enter(other)).code).toBe('spending_limit_reached');
  });

  it('and a pause apply to an entry while its statistics are being read', async () => {
    const player = await challenges.player();
    const now = challenges.test.clock.now();
    const entered = await meanwhile(
      challenges.test.db,
      async (tx) => {
        await lockPlay(tx, player.id);
        await insertPause(tx, { playerId: player.id, beganAt: now, until: new Date(now.getTime() + dayMs) });
      },
      () => challenges.enter(player),
    );
    expect(entered.code).toBe('play_paused');
    expect(await challenges.gamerCoins(player)).toBe(1000);
  });
});
