// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Buyer, type CoinsTest, startCoinsTest } from '../../../tests/support/coins.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import { often } from '../../../tests/support/often.ts';
import { patient } from '../../../tests/support/patience.ts';
import { auditLedger } from '../../audit.ts';
import type { Task } from '../../platform/jobs/outbox.ts';

/** 1000 coins and 90 XP for $9.00, and promotions' rewards for them. */
const cents = 900;
let coins: CoinsTest;
let packageId: string;
let admin: string;
beforeAll(async () => {
  coins = await startCoinsTest();
  packageId = await coins.addPackage();
  admin = await coins.test.signIn((await createPlayer(coins.db, { role: 'SUPER_ADMIN' })).id);
});
afterAll(async () => {
  const { proofs } = await auditLedger(coins.db);
  expect(proofs.flatMap(({ breaches }) => breaches)).toEqual([]);
  await coins.close();
});

interface Options {
  amount: number;
  currency?: 'GC' | 'XP';
  autoRun?: boolean;
  trigger?: 'BUY_COINS' | 'EARN_XP';
}

async function promotion({
  amount,
  currency = 'GC',
  autoRun = true,
  trigger = 'BUY_COINS',
}: Options): Promise<string> {
  const row = await coins.db.row<{ id: string }>(sql`
    insert into events (title, type, triggers, starts_at, ends_at, reward_amount, reward_currency, auto_run)
    values ('Purchase bonus', 'COINS', ${[trigger]}, ${coins.clock.now()}::timestamptz - interval '1 day',
      ${coins.clock.now()}::timestamptz + interval '300 days', ${amount}, ${currency}, ${autoRun})
    returning id`);
  return row?.id ?? expect.fail('no event');
}
const closeAll = () => coins.db.run(sql`update events set is_active = false where not is_completed`);

/** The player's current coins or XP from a promotion, according to the ledger. */
async function held(eventId: string): Promise<number> {
  const row = await coins.db.row<{ held: number }>(sql`
    select coalesce(sum(case when t.credit_player_id is null then -t.amount else t.amount end), 0)::bigint as held
    from transfers t join event_rewards r on t.reference = r.id::text
    where r.event_id = ${eventId} and t.idempotency_key like 'event-reward:%'`);
  return row?.held ?? Number.NaN;
}

/** Takes the published payment events out of the queue; if `shaken`, in random order and some of them twice. */
async function facts(shaken: boolean): Promise<(() => Promise<void>)[]> {
  const jobs = await coins.db.rows<{ task: string; payload: never }>(sql`
    with taken as (
      delete from graphile_worker._private_jobs jobs using graphile_worker._private_tasks tasks
      where tasks.id = jobs.task_id and tasks.identifier in ('payment.credited', 'payment.reversed')
      returning tasks.identifier as task, jobs.payload, jobs.id
    )
    select task, payload from taken order by ${shaken ? sql`random()` : sql`id`}`);
  const told = shaken ? [...jobs, ...jobs.filter(() => Math.random() < 0.5)] : jobs;
  return told.map(
    ({ task, payload }) =>
      () =>
        (coins.test.app.tasks[task] as Task)(payload),
  );
}
async function deliverPending(): Promise<void> {
  for (const tell of await facts(false)) await tell();
}

async function bought(player: Buyer) {
  const payment = await coins.order(player, packageId);
  await coins.deliver(coins.webhook('payment_intent.succeeded', coins.stripe.pay(payment.intentId)));
  return payment;
}
async function hear(type: string, object: object): Promise<void> {
  expect(await coins.deliver(coins.webhook(type, object))).toBe(200);
  await coins.runRefreshes();
}
async function win(disputeId: string): Promise<void> {
  await hear('charge.dispute.closed', coins.stripe.closeDispute(disputeId, 'won'));
  await deliverPending();
}
const send = (eventId: string) =>
  coins.test.call({
    method: 'POST',
    url: `/events/run-leaderboard/${eventId}`,
    token: admin,
    key: randomUUID(),
  });

describe('a partly refunded payment', () => {
  it('reverses event rewards in proportion, and entirely when all parts are refunded', {
    tags: ['long'],
  }, async () => {
    const eventId = await promotion({ amount: 100 });
    const { intentId } = await bought(await coins.buyer());
    await deliverPending();
    expect(await held(eventId)).toBe(100);
    const left: number[] = [];
    for (const part of [1, 299, 1, 148, 451]) {
      await hear('charge.refunded', coins.stripe.refund(intentId, part));
      await deliverPending();
      left.push(await held(eventId));
    }
    // 100 - ceil(100 x 1, 300, 301, 449, 900 / 900)
    expect(left).toEqual([99, 66, 66, 50, 0]);
    await closeAll();
  });

  it('reverses event rewards even when no more coins move', async () => {
    const eventId = await promotion({ amount: 100 });
    const single = await coins.addPackage({ coins: 1, originalPriceCents: 900, discountPercentage: 0 });
    const player = await coins.buyer();
    const { intentId } = await coins.order(player, single);
    await coins.deliver(coins.webhook('payment_intent.succeeded', coins.stripe.pay(intentId)));
    for (const part of [1, 899]) await hear('charge.refunded', coins.stripe.refund(intentId, part));
    await deliverPending();
    expect(await held(eventId)).toBe(0);
    await closeAll();
  });

  it('has the same effect when disputed, and restores rewards when the dispute is won', async () => {
    const eventId = await promotion({ amount: 100, currency: 'XP' });
    const { intentId } = await bought(await coins.buyer());
    await deliverPending();
    const dispute = coins.stripe.dispute(intentId, 450);
    await hear('charge.dispute.created', dispute);
    await deliverPending();
    expect(await held(eventId)).toBe(50);
    await win(dispute.id);
    expect(await held(eventId)).toBe(100);
    await closeAll();
  });

  it('leaves the rest of a collected reward to be sent, and previews it so', async () => {
    const eventId = await promotion({ amount: 100, autoRun: false });
    const player = await coins.buyer();
    const { intentId } = await bought(player);
    await hear('charge.refunded', coins.stripe.refund(intentId, 300));
    await deliverPending();
    const preview = await coins.test.call({ url: `/events/${eventId}/payouts`, token: admin });
    expect(preview.json().data).toMatchObject({ players: 1, total: 66 });
    expect((await send(eventId)).statusCode).toBe(200);
    expect(await held(eventId)).toBe(66);
    await hear('charge.refunded', coins.stripe.refund(intentId, 600));
    await deliverPending();
    expect(await held(eventId)).toBe(0);
  });

  it('excludes a fully reversed reward from sending, even when a dispute is won later', async () => {
    const eventId = await promotion({ amount: 100, autoRun: false });
    const { intentId } = await bought(await coins.buyer());
    const dispute = coins.stripe.dispute(intentId, cents);
    await hear('charge.dispute.created', dispute);
    await deliverPending();
    expect((await send(eventId)).statusCode).toBe(200);
    await win(dispute.id);
    expect(await held(eventId)).toBe(0);
  });

  it('restores a sent reward when the dispute is won', async () => {
    const eventId = await promotion({ amount: 100, autoRun: false });
    const { intentId } = await bought(await coins.buyer());
    await deliverPending();
    expect((await send(eventId)).statusCode).toBe(200);
    const dispute = coins.stripe.dispute(intentId, cents);
    await hear('charge.dispute.created', dispute);
    await deliverPending();
    expect(await held(eventId)).toBe(0);
    await win(dispute.id);
    expect(await held(eventId)).toBe(100);
  });

  it.each([true, false])('restores an early reversed reward, if paid automatically: %s', async (autoRun) => {
    const eventId = await promotion({ amount: 100, autoRun });
    const { intentId } = await bought(await coins.buyer());
    const dispute = coins.stripe.dispute(intentId, cents);
    await hear('charge.dispute.created', dispute);
    for (const tell of (await facts(false)).reverse()) await tell();
    expect(await held(eventId)).toBe(0);
    await win(dispute.id);
    expect(await held(eventId)).toBe(autoRun ? 100 : 0);
    await closeAll();
  });

  it('restores nothing to an erased account', async () => {
    const eventId = await promotion({ amount: 100 });
    const player = await coins.buyer();
    const { intentId } = await bought(player);
    await deliverPending();
    const dispute = coins.stripe.dispute(intentId, cents);
    await hear('charge.dispute.created', dispute);
    await deliverPending();
    await coins.db.run(sql`update players set deleted_at = now(), erased_at = now() where id = ${player.id}`);
    await win(dispute.id);
    expect(await held(eventId)).toBe(0);
    await closeAll();
  });

  it('restores nothing to a player who has edited the event, but still reverses', async () => {
    const eventId = await promotion({ amount: 100 });
    const player = await coins.buyer();
    const { intentId } = await bought(player);
    await deliverPending();
    await coins.db.run(sql`select record_editor(${`event:${eventId}`}, ${player.id}, now())`);
    const dispute = coins.stripe.dispute(intentId, cents / 2);
    await hear('charge.dispute.created', dispute);
    await deliverPending();
    expect(await held(eventId)).toBe(50);
    await win(dispute.id);
    expect(await held(eventId)).toBe(50);
    await closeAll();
  });
});

const step = fc.oneof(
  fc.record({ do: fc.constant('refund' as const), cents: fc.integer({ min: 1, max: 400 }) }),
  fc.record({ do: fc.constant('refund fails' as const), cents: fc.integer({ min: 1, max: 300 }) }),
  fc.record({ do: fc.constant('dispute' as const), cents: fc.integer({ min: 1, max: cents }) }),
  fc.record({ do: fc.constant('close' as const), as: fc.constantFrom('won' as const, 'lost' as const) }),
  fc.record({ do: fc.constant('tell some' as const), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({ do: fc.constant('tell all at once' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** amount x gone / paid, rounded up, found by counting. */
function modelTaken(amount: number, gone: number): number {
  let taken = 0;
  while (taken * cents < amount * Math.min(gone, cents)) taken++;
  return taken;
}

async function play(amounts: { gc: number; xp: number }, steps: readonly Step[]): Promise<void> {
  const paying = [
    { id: await promotion({ amount: amounts.gc }), amount: amounts.gc },
    { id: await promotion({ amount: amounts.xp, currency: 'XP', trigger: 'EARN_XP' }), amount: amounts.xp },
  ];
  const { intentId } = await bought(await coins.buyer());
  const money = { refunded: 0, lost: 0, open: undefined as { id: string; cents: number } | undefined };
  const late: (() => Promise<void>)[] = [];

  for (const step of steps) {
    late.push(...(await facts(true)));
    if (step.do === 'refund') {
      const part = Math.min(step.cents, cents - money.refunded);
      if (part === 0) continue;
      money.refunded += part;
      await hear('charge.refunded', coins.stripe.refund(intentId, part));
    } else if (step.do === 'refund fails') {
      const part = Math.min(step.cents, money.refunded);
      if (part === 0) continue;
      money.refunded -= part;
      coins.stripe.refund(intentId, -part);
      const refund = { id: 're_x', object: 'refund', payment_intent: intentId, amount: part };
      await hear('refund.failed', refund);
    } else if (step.do === 'dispute') {
      if (money.open) continue;
      const dispute = coins.stripe.dispute(intentId, step.cents);
      money.open = { id: dispute.id, cents: step.cents };
      await hear('charge.dispute.created', dispute);
    } else if (step.do === 'close') {
      if (!money.open) continue;
      await hear('charge.dispute.closed', coins.stripe.closeDispute(money.open.id, step.as));
      if (step.as === 'lost') money.lost += money.open.cents;
      money.open = undefined;
    } else if (step.do === 'tell some') {
      for (const tell of late.splice(0, Math.ceil(late.length * step.share))) await tell();
    } else await Promise.all(late.splice(0).map((tell) => tell()));
    for (const { id, amount } of paying) {
      expect(await held(id)).toBeGreaterThanOrEqual(0);
      expect(await held(id)).toBeLessThanOrEqual(amount);
    }
  }
  late.push(...(await facts(true)));
  await Promise.all(late.map((tell) => tell()));
  const gone = money.refunded + money.lost + (money.open?.cents ?? 0);
  for (const { id, amount } of paying) expect(await held(id)).toBe(amount - modelTaken(amount, gone));
  await closeAll();
}

it('refunds and disputes reach the same result in any order, repeated, late or concurrent', {
  timeout: patient(300_000),
}, async () => {
  const amounts = fc.record({ gc: fc.integer({ min: 1, max: 5000 }), xp: fc.integer({ min: 1, max: 50 }) });
  await fc.assert(fc.asyncProperty(amounts, fc.array(step, { minLength: 3, maxLength: 15 }), play), {
    numRuns: often(30, { briefly: 3 }),
    endOnFailure: true,
  });
});
