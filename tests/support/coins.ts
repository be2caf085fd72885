// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import type { CoinPackage, Payment } from '../../contract/coins.ts';
import type { Config } from '../../server/config.ts';
import { coinsDeps } from '../../server/features/coins/feature.ts';
import { insertPackage } from '../../server/features/coins/packages/coin-package-store.ts';
import { reconcilePayments } from '../../server/features/coins/reconciling/reconcile-payments.ts';
import { type Balances, getBalances } from '../../server/ledger/balances.ts';
import { noJournal } from '../../server/platform/journal/journal.ts';
import { createLogger, type Logger } from '../../server/platform/log.ts';
import {
  type SignedWebhook,
  startScriptedStripe,
  webhookSecret,
} from '../../server/providers/stripe/testing/scripted-stripe.ts';
import { startTestApp } from './app.ts';
import type { TestDatabase } from './database.ts';
import { createPlayer, type NewPlayer } from './factories.ts';
import { openPlay } from './open-play.ts';

export interface Buyer {
  id: string;
  token: string;
}

export const stripeKeys = {
  secretKey: 'sk_test_scripted',
  publishableKey: 'pk_test_scripted',
  webhookSecrets: [webhookSecret],
};

/** The real app with a scripted card provider, on the fake clock. */
export async function startCoinsTest(config: Partial<Config> = {}, appLog?: Logger) {
  const stripe = await startScriptedStripe();
  const test = await startTestApp({
    config: { stripe: { apiBase: stripe.apiBase, ...stripeKeys }, ...config },
    ...(appLog && { log: appLog }),
  });
  const { db, clock } = test;
  const log = createLogger(process.env.TEST_LOG ?? 'silent');
  /** The feature's dependencies, as in the app. */
  const deps = {
    play: openPlay,
    journal: noJournal,
    ...coinsDeps({
      db,
      clock,
      log,
      appSecret: 'a secret for tests, long enough to be taken',
      stripe: { apiBase: stripe.apiBase, ...stripeKeys },
      xpPerTenCents: 1,
      firstCheckSeconds: 120,
    }),
  };

  async function buyer(options: NewPlayer = {}): Promise<Buyer> {
    const { id } = await createPlayer(db, options);
    return { id, token: await test.signIn(id) };
  }

  async function addPackage(offer: Partial<Parameters<typeof insertPackage>[1]> = {}): Promise<string> {
    const usual = {
      title: 'GC_1000',
      coins: 1000,
      originalPriceCents: 1000,
      discountPercentage: 10,
      isActive: true,
    };
    return (await db.transaction((tx) => insertPackage(tx, { ...usual, ...offer }))).id;
  }

  /** `POST /transaction/create-intent`. */
  async function createIntent(
    { token }: Buyer,
    body: {
      packageId?: string;
      packages?: { packageId: string; quantity: number }[];
      discountedPrice?: number;
    },
    key: string = randomUUID(),
  ): Promise<{ status: number; code?: string; message: string; paymentId: string; clientSecret: string }> {
    const response = await test.call({
      method: 'POST',
      url: '/transaction/create-intent',
      token,
      key,
      payload: { paymentGateway: 'stripe', ...body },
    });
    const { code, message, data } = response.json();
    return { status: response.statusCode, code, message, ...data };
  }

  /** Begins a payment without charging the card. */
  async function order(player: Buyer, packageId: string): Promise<{ paymentId: string; intentId: string }> {
    const { status, message, paymentId, clientSecret } = await createIntent(player, { packageId });
    if (status !== 200) throw new Error(message);
    return { paymentId, intentId: clientSecret.replace(/_secret_.*/, '') };
  }

  /** A payment whose card was charged, and the intent for its webhook. */
  async function paid(player: Buyer, packageId: string) {
    const { paymentId, intentId } = await order(player, packageId);
    return { paymentId, intentId, intent: stripe.pay(intentId) };
  }

  /** Posts a webhook and returns the status. */
  async function deliver({ body, signature }: SignedWebhook): Promise<number> {
    const response = await test.call({
      method: 'POST',
      url: '/stripe/webhook',
      headers: { 'stripe-signature': signature, 'content-type': 'application/json; charset=utf-8' },
      payload: body,
    });
    return response.statusCode;
  }

  /** Runs the scheduled jobs that ask the card provider about payments. */
  async function runRefreshes(): Promise<void> {
    for (;;) {
      const jobs = await db.rows<{ paymentId: string }>(sql`
        with taken as (
          delete from graphile_worker._private_jobs jobs using graphile_worker._private_tasks tasks
          where tasks.id = jobs.task_id and tasks.identifier = 'refresh-payment' returning jobs.payload
        )
        select distinct payload ->> 'paymentId' as payment_id from taken`);
      if (jobs.length === 0) return;
      for (const job of jobs) await test.app.tasks['refresh-payment']?.(job as never);
    }
  }

  return {
    test,
    db,
    clock,
    stripe,
    deps,
    buyer,
    addPackage,
    createIntent,
    order,
    paid,
    deliver,
    runRefreshes,
    /** A webhook with the current time. */
    webhook: (type: string, object: object, options: { id?: string; secret?: string; at?: Date } = {}) =>
      stripe.webhook(type, object, { at: clock.now(), ...options }),
    reconcile: () => reconcilePayments(deps),
    balances: (player: Buyer): Promise<Balances> => getBalances(db, player.id),
    async packages(): Promise<CoinPackage[]> {
      return (await test.call({ url: '/trade-coin/get-all-coins' })).json().data;
    },
    async payment(player: Buyer, paymentId: string): Promise<Payment> {
      return (await test.call({ url: `/transaction/payments/${paymentId}`, token: player.token })).json()
        .data;
    },
    /** Effects of the stored events, oldest first. */
    async effects(paymentId: string): Promise<string[]> {
      const rows = await db.rows<{ effect: string }>(sql`
        select effect from payment_events where payment_id = ${paymentId} order by received_at, event_id`);
      return rows.map(({ effect }) => effect);
    },
    async close() {
      await test.close();
      await stripe.close();
    },
    async leaveDatabase(): Promise<TestDatabase> {
      await stripe.close();
      return test.leaveDatabase();
    },
  };
}
export type CoinsTest = Awaited<ReturnType<typeof startCoinsTest>>;
