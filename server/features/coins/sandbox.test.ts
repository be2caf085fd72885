// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import sql from 'sql-template-tag';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Sandbox } from '../../../sandbox/options.ts';
import { sendJson, startTestSandbox } from '../../../sandbox/testing/start.ts';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import { openPlay } from '../../../tests/support/open-play.ts';
import { stubServer } from '../../../tests/support/stub-server.ts';
import { auditLedger } from '../../audit.ts';
import { getBalances } from '../../ledger/balances.ts';
import { systemClock } from '../../platform/clock.ts';
import { createHttpServer } from '../../platform/http/server.ts';
import { type JobWorker, startWorker } from '../../platform/jobs/worker.ts';
import { noJournal } from '../../platform/journal/journal.ts';
import { createLogger } from '../../platform/log.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { coinsDeps, coinsTasks } from './feature.ts';
import { insertPackage } from './packages/coin-package-store.ts';
import { createIntent } from './payments/create-intent.ts';
import { findPayment } from './payments/payment-store.ts';
import { webhookRoute } from './payments/webhook-route.ts';
import { readMoney } from './provider-entry-store.ts';
import { readBalance } from './reconciling/read-balance.ts';
import { reconcilePayments } from './reconciling/reconcile-payments.ts';

/**
 * The complete path without replacements: the sandbox's card provider, its webhooks over HTTP, the queue, real time.
 */
const log = createLogger('silent');
const db = openTestDatabase();
let sandbox: Sandbox;
let worker: JobWorker;
let http: FastifyInstance;
let deps: ReturnType<typeof coinsDeps>;
let packageId: string;
/** The card holder's side and the Stripe dashboard of the shop. */
let stripe: Stripe;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  deps = coinsDeps({
    db,
    clock: systemClock,
    log,
    appSecret: 'a secret for tests, long enough to be taken',
    stripe: {
      apiBase: sandbox.stripeApiBase,
      secretKey: sandbox.stripeSecretKey,
      webhookSecrets: [sandbox.stripeWebhookSecret],
    },
    xpPerTenCents: 1,
    firstCheckSeconds: 120,
  });
  http = await createHttpServer({ ...stubServer, db, rateLimitPerMinute: 10_000 });
  await http.register(async (api) => webhookRoute(api, { ...deps, metrics: new Registry() }), {
    prefix: '/api/v1',
  });
  await http.listen({ host: '127.0.0.1', port: 0 });
  sandbox.setAppUrl(`http://127.0.0.1:${(http.server.address() as AddressInfo).port}`);
  const tasks = { ...coinsTasks(deps), 'payment.credited': async () => {} };
  worker = await startWorker({ connectionString: db.url, pool: db.pool, tasks, concurrency: 4, log });
  const { hostname, port } = new URL(sandbox.stripeApiBase);
  stripe = new Stripe(sandbox.stripeSecretKey, { host: hostname, port, protocol: 'http', telemetry: false });
  const offer = await db.transaction((tx) =>
    insertPackage(tx, {
      title: 'GC_1000',
      coins: 1000,
      originalPriceCents: 1000,
      discountPercentage: 10,
      isActive: true,
    }),
  );
  packageId = offer.id;
});
afterAll(async () => {
  await worker.stop();
  await sandbox.close();
  await http.close();
});

async function order() {
  const { id: playerId } = await createPlayer(db);
  const input = { playerId, packageId, paymentGateway: 'stripe', idempotencyKey: randomUUID() } as const;
  const answer = await createIntent(input, { ...deps, play: openPlay, journal: noJournal });
  if (isRefusal(answer)) throw new Error(answer.refused);
  const { paymentId } = answer;
  return { playerId, paymentId, intentId: answer.clientSecret.replace(/_secret_.*/, '') };
}

const pay = (intentId: string, card = 'pm_card_visa') =>
  stripe.paymentIntents.confirm(intentId, { payment_method: card });

async function expectSettled(
  of: { playerId: string; paymentId: string },
  status: string,
  gamerCoins: number,
) {
  await vi.waitFor(async () => expect((await findPayment(db, of.paymentId))?.status).toBe(status));
  expect((await getBalances(db, of.playerId)).gamerCoins).toBe(gamerCoins);
}

it('sells coins and takes them back with a refund', async () => {
  const payment = await order();
  await pay(payment.intentId);
  await expectSettled(payment, 'credited', 1000);
  await stripe.refunds.create({ payment_intent: payment.intentId, amount: 450 });
  await expectSettled(payment, 'refunded', 500);
});

it("reads fees, refunds and disputes from the provider's balance once", async () => {
  const [payment, disputed] = [await order(), await order()];
  await pay(payment.intentId);
  await pay(disputed.intentId, 'pm_card_createDispute');
  await expectSettled(payment, 'credited', 1000);
  await expectSettled(disputed, 'disputed', 0);
  await stripe.refunds.create({ payment_intent: payment.intentId, amount: 450 });
  await expectSettled(payment, 'refunded', 500);
  const ever = { from: new Date(0), until: new Date(Date.UTC(3000, 0)) };
  await readBalance(deps);
  const first = await readMoney(db, ever);
  await readBalance(deps);
  expect(await readMoney(db, ever)).toEqual(first);
  const entries = await db.rows(sql`
    select kind, amount_cents, fee_cents from provider_entries
    where payment_id in (${payment.paymentId}, ${disputed.paymentId}) order by kind, amount_cents`);
  // 2.9 % of 9 dollars and 30 cents; 15 dollars for a dispute.
  expect(entries).toEqual([
    { kind: 'adjustment', amountCents: -900, feeCents: 1_500 },
    { kind: 'charge', amountCents: 900, feeCents: 56 },
    { kind: 'charge', amountCents: 900, feeCents: 56 },
    { kind: 'refund', amountCents: -450, feeCents: 0 },
  ]);
  expect(first.feesMissing).toBe(0);
});

it('accepts a second card after a declined one', async () => {
  const payment = await order();
  await expect(pay(payment.intentId, 'pm_card_visa_chargeDeclined')).rejects.toMatchObject({
    code: 'card_declined',
  });
  await pay(payment.intentId);
  await expectSettled(payment, 'credited', 1000);
});

it('takes back disputed coins, and returns them when the dispute is won', async () => {
  const payment = await order();
  await pay(payment.intentId, 'pm_card_createDispute');
  await expectSettled(payment, 'disputed', 0);
  const { data } = await stripe.disputes.list({ payment_intent: payment.intentId });
  const closed = await sendJson(`${sandbox.url}/stripe/disputes/${data[0]?.id}/close`, 'POST', {
    outcome: 'won',
  });
  expect(closed.status).toBe(200);
  await expectSettled(payment, 'credited', 1000);
});

it('credits each payment once when webhooks arrive three times, shuffled or never', {
  tags: ['long'],
}, async () => {
  const setWebhookFaults = (body: object) => sendJson(`${sandbox.url}/stripe/webhooks`, 'PUT', body);
  await setWebhookFaults({ copies: 3, delaySeconds: 0, drop: 0, shuffle: true });
  const often = await Promise.all(Array.from({ length: 5 }, order));
  await setWebhookFaults({ copies: 1, delaySeconds: 0, drop: 1 });
  const never = await order();
  await pay(never.intentId);
  await setWebhookFaults({ copies: 3, delaySeconds: 0, drop: 0, shuffle: true });
  for (const { intentId } of often) await pay(intentId);
  for (const payment of often) await expectSettled(payment, 'credited', 1000);
  expect((await findPayment(db, never.paymentId))?.status).toBe('open');
  const later = { ...deps, clock: { now: () => new Date(Date.now() + 121_000) } };
  await reconcilePayments(later);
  await expectSettled(never, 'credited', 1000);
  const { proofs } = await auditLedger(db);
  expect(proofs.flatMap(({ breaches }) => breaches)).toEqual([]);
});
