// SPDX-License-Identifier: Apache-2.0
// @module-tag long

import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Buyer, type CoinsTest, startCoinsTest, stripeKeys } from '../../../tests/support/coins.ts';
import { dieBefore, dieBeforeEachStep } from '../../../tests/support/dying-database.ts';
import type { KilledApp } from '../../../tests/support/killed-app.ts';
import { often } from '../../../tests/support/often.ts';
import { patient } from '../../../tests/support/patience.ts';
import { auditLedger } from '../../audit.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { readCardEvent } from '../../providers/stripe/events.ts';
import { webhookSecret } from '../../providers/stripe/testing/scripted-stripe.ts';
import { createIntent } from './payments/create-intent.ts';
import { receiveEvent } from './payments/receive-event.ts';
import { refreshPayment } from './payments/refresh-payment.ts';

const script = fileURLToPath(new URL('../../../tests/support/killed-app.ts', import.meta.url));
const compileCache = mkdtempSync(join(tmpdir(), 'finalring-killed-'));
const succeeded = 'payment_intent.succeeded';

let coins: CoinsTest;
let packageId: string;
beforeAll(async () => {
  coins = await startCoinsTest();
  packageId = await coins.addPackage();
});
afterAll(async () => {
  rmSync(compileCache, { recursive: true, force: true });
  await coins.close();
});

async function expectSoundBooks(): Promise<void> {
  const { proofs } = await auditLedger(coins.db);
  expect(proofs.flatMap(({ breaches }) => breaches)).toEqual([]);
}

it('credits a payment once, wherever the process is killed during a webhook', async () => {
  const deaths = await dieBeforeEachStep(async (step) => {
    const player = await coins.buyer();
    const { paymentId, intentId } = await coins.order(player, packageId);
    const { body, signature } = coins.webhook(succeeded, coins.stripe.pay(intentId));
    const event = await readCardEvent(Buffer.from(body), signature, [webhookSecret], coins.clock.now());
    if (isRefusal(event)) throw new Error('not an event');
    const died = await dieBefore(step, coins.test, (db) => receiveEvent(event, { ...coins.deps, db }));
    const isCredited = (await coins.payment(player, paymentId)).status === 'credited';
    expect(await coins.balances(player)).toMatchObject({
      gamerCoins: isCredited ? 1000 : 0,
      xp: isCredited ? 90 : 0,
    });
    expect(await coins.effects(paymentId)).toEqual(isCredited ? ['credited'] : []);
    await coins.deliver({ body, signature });
    expect(await coins.balances(player)).toMatchObject({ gamerCoins: 1000, xp: 90 });
    return died;
  });
  expect(deaths).toBeGreaterThan(8);
  await expectSoundBooks();
});

it('takes coins back once, wherever the process is killed during a payment check', {
  tags: ['long'],
}, async () => {
  const deaths = await dieBeforeEachStep(async (step) => {
    const player = await coins.buyer();
    const { paymentId, intentId } = await coins.order(player, packageId);
    coins.stripe.pay(intentId);
    coins.stripe.refund(intentId, 450);
    const died = await dieBefore(step, coins.test, (db) =>
      refreshPayment({ paymentId }, { ...coins.deps, db }),
    );
    expect([0, 500]).toContain((await coins.balances(player)).gamerCoins);
    await refreshPayment({ paymentId }, coins.deps);
    expect(await coins.balances(player)).toMatchObject({ gamerCoins: 500, xp: 45 });
    return died;
  });
  expect(deaths).toBeGreaterThan(8);
  await expectSoundBooks();
});

it('makes one payment and one intent, wherever the process is killed while starting a payment', {
  tags: ['long'],
}, async () => {
  const deaths = await dieBeforeEachStep(async (step) => {
    const player = await coins.buyer();
    const key = randomUUID();
    const intents = coins.stripe.intents.size;
    const input = { playerId: player.id, packageId, paymentGateway: 'stripe', idempotencyKey: key } as const;
    const died = await dieBefore(step, coins.test, (db) => createIntent(input, { ...coins.deps, db }));
    const { status, paymentId } = await coins.createIntent(player, { packageId }, key);
    expect(status).toBe(200);
    const rows = await coins.db.rows(sql`select id from payments where player_id = ${player.id}`);
    expect(rows).toEqual([{ id: paymentId }]);
    expect(coins.stripe.intents.size).toBe(intents + 1);
    return died;
  });
  expect(deaths).toBeGreaterThan(4);
});

interface Serving {
  address: string;
  process: ChildProcess;
}

async function serve(): Promise<Serving> {
  const stripe = { apiBase: coins.stripe.apiBase, ...stripeKeys };
  const { databaseUrl } = coins.test;
  const given: KilledApp = { databaseUrl, stripe };
  const env = { ...process.env, NODE_COMPILE_CACHE: compileCache };
  const app = spawn(process.execPath, [script, JSON.stringify(given)], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [address] = await once(createInterface({ input: app.stdout }), 'line');
  return { address, process: app };
}

interface News {
  id: string;
  type: string;
  object: object;
}

/** Sends events to a process and kills it after this many answers. @returns the acknowledged events */
async function sendAndKill(app: Serving, news: readonly News[], killAfter: number): Promise<News[]> {
  const acknowledged: News[] = [];
  await Promise.all(
    news.map(async (one) => {
      const { body, signature } = coins.stripe.webhook(one.type, one.object, { id: one.id });
      const headers = { 'stripe-signature': signature };
      const answer = await fetch(`${app.address}/stripe/webhook`, {
        method: 'POST',
        headers,
        body,
      }).catch(() => undefined);
      if (answer?.status !== 200) return;
      acknowledged.push(one);
      if (acknowledged.length === killAfter) app.process.kill('SIGKILL');
    }),
  );
  app.process.kill('SIGKILL');
  return acknowledged;
}

const kills = often(25, { briefly: 2 });

it(`has every acknowledged event after ${kills} kills during webhooks`, {
  tags: ['long'],
  timeout: patient(300_000),
}, async () => {
  const perRound = 12;
  const players: Buyer[] = [];
  const pending: News[] = [];
  for (let n = 0; n < 60; n++) {
    const player = await coins.buyer();
    players.push(player);
    const { intentId } = await coins.order(player, packageId);
    pending.push({ id: `evt_${randomUUID()}`, type: succeeded, object: coins.stripe.pay(intentId) });
    const refunded = coins.stripe.refund(intentId, n % 2 === 0 ? 450 : 0);
    if (n % 2 === 0) pending.push({ id: `evt_${randomUUID()}`, type: 'charge.refunded', object: refunded });
  }
  const acknowledged: News[] = [];
  let next = serve();
  for (let kill = 0; kill < kills; kill++) {
    const app = await next;
    if (kill < kills - 1) next = serve();
    // Sometimes resends events acknowledged long ago, as the card provider may.
    const again = acknowledged.slice(-2);
    const sent = [...pending.slice(0, perRound - again.length), ...again];
    const killAfter = kill % 6;
    for (const one of await sendAndKill(app, sent, killAfter)) {
      const at = pending.indexOf(one);
      if (at >= 0) acknowledged.push(...pending.splice(at, 1));
    }
  }
  const kept = await coins.db.rows<{ id: string }>(sql`select event_id as id from payment_events`);
  const ids = new Set(kept.map(({ id }) => id));
  expect(acknowledged.filter(({ id }) => !ids.has(id))).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(kills / 2);
  await expectSoundBooks();

  for (const one of pending) await coins.deliver(coins.webhook(one.type, one.object, { id: one.id }));
  coins.clock.advance(10 * 60_000);
  await coins.reconcile();
  const getCoins = async (player: Buyer) => (await coins.balances(player)).gamerCoins;
  expect(await Promise.all(players.map(getCoins))).toEqual(players.map((_, n) => (n % 2 === 0 ? 500 : 1000)));
  await expectSoundBooks();
});
