// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { expectCallsAMinute } from '../../../tests/support/calls-a-minute.ts';
import { type Buyer, startCoinsTest } from '../../../tests/support/coins.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { openPlay } from '../../../tests/support/open-play.ts';
import { noJournal } from '../../platform/journal/journal.ts';
import { coinsDeps } from './feature.ts';
import { createIntent } from './payments/create-intent.ts';
import { seedPackages } from './seed.ts';

const coins = openForTests(startCoinsTest);
let player: Buyer;
let packageId: string;
beforeAll(async () => {
  packageId = await coins.addPackage();
});
beforeEach(async () => {
  player = await coins.buyer();
});

const nothing = { gamerCoins: 0, xp: 0 };

describe('coin packages', () => {
  it('on sale are listed publicly, cheapest first, at exact prices', async () => {
    await coins.db.run(sql`delete from coin_packages where id <> ${packageId}`);
    await coins.addPackage({
      title: 'GC_100',
      coins: 100,
      originalPriceCents: 199,
      discountPercentage: 12.5,
    });
    await coins.addPackage({ title: 'gone', isActive: false, originalPriceCents: 100 });
    const response = await coins.test.call({ url: '/trade-coin/get-all-coins' });
    expect(response.json()).toMatchObject({ message: 'OK', success: true });
    expect(await coins.packages()).toEqual([
      {
        _id: expect.any(String),
        title: 'GC_100',
        coins: 100,
        originalPrice: 1.99,
        discountPercentage: 12.5,
        discountedPrice: 1.74,
        isActive: true,
      },
      expect.objectContaining({
        title: 'GC_1000',
        originalPrice: 10,
        discountPercentage: 10,
        discountedPrice: 9,
      }),
    ]);
  });

  it('are shown as last changed although the list is cached', async () => {
    const id = await coins.addPackage({ title: 'new' });
    await vi.waitFor(async () => expect((await coins.packages()).map(({ title }) => title)).toContain('new'));
    await coins.db.run(sql`update coin_packages set is_active = false where id = ${id}`);
    await vi.waitFor(async () =>
      expect((await coins.packages()).map(({ title }) => title)).not.toContain('new'),
    );
  });

  it.each([
    [1000, 100, 0],
    [1, 50, 1],
    [333, 33.33, 222],
    [5, 50, 3],
    [999, 0, 999],
  ])('cost %i cents minus %d per cent: %i cents, rounded half up', async (original, discount, price) => {
    const id = await coins.addPackage({ originalPriceCents: original, discountPercentage: discount });
    const row = await coins.db.row(sql`select price_cents as price from coin_packages where id = ${id}`);
    expect(row).toEqual({ price });
    await coins.db.run(sql`delete from coin_packages where id = ${id}`);
  });

  it('of the demo are seeded once: five, some discounted and one not on sale', async () => {
    await coins.db.run(sql`delete from coin_packages where id <> ${packageId}`);
    await coins.db.transaction(seedPackages);
    expect(await coins.db.rows(sql`select id from coin_packages`)).toHaveLength(1);
    await coins.db.run(sql`update coin_packages set is_active = false`);
    await coins.db.run(sql`alter table payments disable trigger all`);
    await coins.db.run(sql`delete from coin_packages`);
    await coins.db.run(sql`alter table payments enable trigger all`);
    await coins.db.transaction(seedPackages);
    await coins.db.transaction(seedPackages);
    const all = await coins.db.rows<{ isActive: boolean; discountPercentage: number; priceCents: number }>(
      sql`select is_active, discount_percentage, price_cents from coin_packages`,
    );
    expect(all).toHaveLength(5);
    expect(all.filter((row) => !row.isActive)).toHaveLength(1);
    expect(all.filter((row) => row.discountPercentage > 0).length).toBeGreaterThan(1);
    expect(all.every((row) => row.priceCents >= 50)).toBe(true);
    packageId = await coins.addPackage();
  });
});

describe('starting a payment', () => {
  it('stores the row first, then requests the intent, and returns its secret', async () => {
    let rowBefore: object | undefined;
    coins.stripe.onCreated(async ({ metadata }) => {
      rowBefore = await coins.db.row(
        sql`select status, intent_id from payments where id = ${metadata.paymentId}`,
      );
    });
    const answer = await coins.createIntent(player, { packageId, discountedPrice: 9 });
    coins.stripe.onCreated(() => {});
    expect(rowBefore).toEqual({ status: 'open', intentId: null });
    expect(answer).toMatchObject({ status: 200, clientSecret: expect.stringMatching(/^pi_.*_secret_/) });
    expect(await coins.payment(player, answer.paymentId)).toMatchObject({
      packageTitle: 'GC_1000',
      coins: 1000,
      price: 9,
      status: 'open',
    });
    expect(await coins.balances(player)).toMatchObject(nothing);
  });

  it('creates one payment and one intent for concurrent calls with one key', { tags: ['long'] }, async () => {
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => coins.createIntent(player, { packageId }, key)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ clientSecret }) => clientSecret)).size).toBe(1);
    const rows = await coins.db.rows(sql`select id from payments where player_id = ${player.id}`);
    expect(rows).toHaveLength(1);
    const other = await coins.addPackage({ title: 'other' });
    expect(await coins.createIntent(player, { packageId: other }, key)).toMatchObject({
      status: 422,
      code: 'idempotency_key_reused',
    });
  });

  it.each([
    ['before the intent', 'tear'],
    ['before its answer', 'lose'],
  ] as const)('can be repeated after a failure %s, and reaches the same payment', async (_, fault) => {
    const key = randomUUID();
    const intents = coins.stripe.intents.size;
    coins.stripe.failNext(fault, fault);
    const failed = await coins.createIntent(player, { packageId }, key);
    expect(failed).toMatchObject({ status: 503, code: 'payments_unavailable' });
    const again = await coins.createIntent(player, { packageId }, key);
    expect(again.status).toBe(200);
    const rows = await coins.db.rows(sql`select id from payments where player_id = ${player.id}`);
    expect(rows).toEqual([{ id: again.paymentId }]);
    expect(coins.stripe.intents.size).toBe(intents + 1);
  });

  it('is refused for a package that is deleted, off sale, dearer than shown or too cheap for a card', async () => {
    const inactive = await coins.addPackage({ isActive: false });
    const tiny = await coins.addPackage({ originalPriceCents: 98, discountPercentage: 50 });
    const edge = await coins.addPackage({ originalPriceCents: 100, discountPercentage: 50 });
    const calls = coins.stripe.calls.length;
    for (const [body, status, code] of [
      [{ packageId: randomUUID() }, 409, 'package_unavailable'],
      [{ packageId: inactive }, 409, 'package_unavailable'],
      [{ packageId, discountedPrice: 8.99 }, 409, 'package_changed'],
      [{ packageId: tiny }, 422, 'payment_too_small'],
    ] as const) {
      expect(await coins.createIntent(player, body)).toMatchObject({ status, code });
    }
    const dearer = await coins.createIntent(player, { packageId, discountedPrice: 8 });
    expect(dearer).toMatchObject({ message: expect.stringContaining('is now $9.00') });
    expect(coins.stripe.calls).toHaveLength(calls);
    expect(await coins.db.rows(sql`select id from payments where player_id = ${player.id}`)).toEqual([]);
    expect((await coins.createIntent(player, { packageId: edge })).status).toBe(200);
  });

  it('requires a session and a valid body, and makes a payment per call without a key', async () => {
    const url = '/transaction/create-intent';
    const payload = { packageId, paymentGateway: 'stripe' };
    const key = randomUUID();
    const { token } = player;
    const post = async (options: object) => {
      const response = await coins.test.call({ method: 'POST', url, ...options });
      return [response.statusCode, response.json().code];
    };
    expect(await post({ key, payload })).toEqual([401, 'not_signed_in']);
    const begun = async () =>
      (await coins.test.call({ method: 'POST', url, token, payload })).json().data.paymentId;
    expect(await begun()).not.toBe(await begun());
    for (const wrong of [{ paymentGateway: 'other' }, { packageId: 'x' }, { discountedPrice: -1 }]) {
      expect(await post({ token, key, payload: { ...payload, ...wrong } })).toEqual([400, 'invalid_request']);
    }
  });

  it('is rate limited per player', async () => {
    const begin = async () => (await coins.createIntent(player, { packageId })).status;
    await expectCallsAMinute(coins.db, { limit: 'create-intent', who: player.id, max: 30 }, begin);
  });
});

describe('the status of a payment', () => {
  it('is shown to the payer and nobody else', async () => {
    const { paymentId } = await coins.order(player, packageId);
    const other = await coins.buyer({ role: 'ADMIN' });
    const url = `/transaction/payments/${paymentId}`;
    expect((await coins.test.call({ url, token: player.token })).statusCode).toBe(200);
    expect((await coins.test.call({ url, token: other.token })).statusCode).toBe(404);
    expect((await coins.test.call({ url })).statusCode).toBe(401);
    const unknown = { url: `/transaction/payments/${randomUUID()}`, token: player.token };
    expect((await coins.test.call(unknown)).statusCode).toBe(404);
    expect((await coins.test.call({ ...unknown, url: '/transaction/payments/1' })).statusCode).toBe(400);
  });
});

describe('withdrawing a payment', () => {
  const withdraw = (paymentId: string, token?: string) =>
    coins.test.call({
      method: 'POST',
      url: `/transaction/payments/${paymentId}/withdraw`,
      ...(token && { token }),
      payload: {},
    });

  it('cancels it at the card provider, so nobody can pay it any more', async () => {
    const { paymentId, intentId } = await coins.order(player, packageId);
    const giveUp = async () => {
      const answer = await withdraw(paymentId, player.token);
      expect(answer.statusCode).toBe(200);
      expect(answer.json().data).toMatchObject({ _id: paymentId, status: 'failed' });
    };
    await giveUp();
    const cancels = coins.stripe.calls.filter(({ path }) => path.includes(`${intentId}/cancel`));
    expect(cancels).toHaveLength(1);
    const asked = coins.stripe.calls.length;
    await giveUp();
    // Once a payment has failed, the provider is no longer asked about it.
    expect(coins.stripe.calls.length).toBe(asked);
  });

  it('credits it once instead when it was already paid', async () => {
    const { paymentId, intentId } = await coins.order(player, packageId);
    coins.stripe.pay(intentId);
    const before = (await coins.balances(player)).gamerCoins;
    const answers = await Promise.all([withdraw(paymentId, player.token), withdraw(paymentId, player.token)]);
    for (const answer of answers) expect(answer.json().data.status).toBe('credited');
    const bought = answers.map((answer) => answer.json().data.coins as number);
    expect((await coins.balances(player)).gamerCoins).toBe(before + (bought[0] ?? 0));
  });

  it('is rate limited per player', async () => {
    const { paymentId } = await coins.order(player, packageId);
    const again = async () => (await withdraw(paymentId, player.token)).statusCode;
    await expectCallsAMinute(coins.db, { limit: 'withdraw-payment', who: player.id, max: 30 }, again);
  });

  it('leaves it open when the card provider does not answer', { tags: ['long'] }, async () => {
    const { paymentId } = await coins.order(player, packageId);
    coins.stripe.failNext('lose', 'lose');
    const answer = await withdraw(paymentId, player.token);
    expect(answer.json().data.status).toBe('open');
  });

  it('is possible for the payer only', async () => {
    const { paymentId } = await coins.order(player, packageId);
    const other = await coins.buyer({ role: 'ADMIN' });
    expect((await withdraw(paymentId, other.token)).statusCode).toBe(404);
    expect((await withdraw(paymentId)).statusCode).toBe(401);
    expect((await withdraw(randomUUID(), player.token)).statusCode).toBe(404);
    expect((await withdraw('1', player.token)).statusCode).toBe(400);
  });
});

describe('without card payments configured', () => {
  it('a payment is refused and stores no row', async () => {
    const { db, clock, log } = coins.deps;
    const stripe = { apiBase: 'https://api.stripe.com', secretKey: '', webhookSecrets: [] };
    const appSecret = 'a secret for tests, long enough to be taken';
    const none = coinsDeps({ db, clock, log, appSecret, stripe, xpPerTenCents: 1, firstCheckSeconds: 1 });
    const input = {
      playerId: player.id,
      packageId,
      paymentGateway: 'stripe',
      idempotencyKey: randomUUID(),
    } as const;
    expect(await createIntent(input, { ...none, play: openPlay, journal: noJournal })).toEqual({
      refused: 'payments_unavailable',
    });
    expect(await db.rows(sql`select id from payments where player_id = ${player.id}`)).toEqual([]);
  });
});
