// SPDX-License-Identifier: Apache-2.0
// @module-tag long

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { type Buyer, startCoinsTest } from '../../../tests/support/coins.ts';
import { often } from '../../../tests/support/often.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { patient } from '../../../tests/support/patience.ts';
import { auditLedger } from '../../audit.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { createIntent } from './payments/create-intent.ts';

const payments = often(2000, { briefly: 100 });
const buyers = 40;
const atOnce = 8;
const pricesCents = [50, 499, 999, 1999, 9999];
const succeeded = 'payment_intent.succeeded';

const coins = openForTests(startCoinsTest);

const below = (limit: number) => Math.floor(Math.random() * limit);
const pick = <Item>(items: readonly Item[]) => items[below(items.length)] as Item;

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

async function each<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = [...items];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
    }),
  );
}

interface Delivery {
  /** The expected answer. */
  status: 200 | 400;
  object: object;
  options?: { id?: string; secret?: string; at?: Date };
}

async function deliver({ status, object, options }: Delivery): Promise<void> {
  const answered = await coins.deliver(coins.webhook(succeeded, object, options));
  if (answered !== status) throw new Error(`answered ${answered} instead of ${status}`);
}

/** A payment's genuine event, delivered 1 to 5 times, usually few. */
function genuine(intent: object): Delivery[] {
  const delivery: Delivery = { status: 200, object: intent, options: { id: `evt_${randomUUID()}` } };
  return Array(pick([1, 1, 1, 2, 2, 3, 4, 5])).fill(delivery);
}

/** Forged, stale, or with a different amount. */
function mischief(intent: { amount: number }): Delivery {
  const paid = { ...intent, status: 'succeeded', amount_received: intent.amount };
  const cheap = { ...paid, amount: intent.amount - 1, amount_received: intent.amount - 1 };
  const old = new Date(coins.clock.now().getTime() - 301_000);
  return pick<Delivery>([
    { status: 400, object: paid, options: { secret: 'whsec_forged' } },
    { status: 400, object: paid, options: { at: old } },
    { status: 200, object: cheap },
  ]);
}

it(`credits exactly the genuine payments among ${payments} when webhooks are lost, late or repeated`, {
  timeout: patient(300_000),
}, async () => {
  const offers = await Promise.all(
    pricesCents.map(async (cents) => {
      const offer = { coins: cents + 1, originalPriceCents: cents, discountPercentage: 0 };
      return { coins: offer.coins, id: await coins.addPackage(offer) };
    }),
  );
  const players: Buyer[] = [];
  for (let n = 0; n < buyers; n++) players.push(await coins.buyer());
  const owed = new Map(players.map(({ id }) => [id, 0]));
  const deliveries: Delivery[] = [];
  const count = { paid: 0, early: 0, lost: 0, mischief: 0 };

  // For one in twenty, payment and event come before the answer to creating the intent.
  coins.stripe.onCreated(async ({ id }) => {
    if (below(20) > 0) return;
    count.early++;
    for (const delivery of genuine(coins.stripe.pay(id))) await deliver(delivery);
  });
  await each(
    Array.from({ length: payments }, (_, n) => players[n % buyers] as Buyer),
    async ({ id: playerId }) => {
      const offer = pick(offers);
      const input = {
        playerId,
        packageId: offer.id,
        paymentGateway: 'stripe',
        idempotencyKey: randomUUID(),
      } as const;
      const answer = await createIntent(input, coins.deps);
      if (isRefusal(answer)) throw new Error(answer.refused);
      const intent = coins.stripe.intents.get(answer.clientSecret.replace(/_secret_.*/, ''));
      if (!intent) throw new Error('no intent');
      if (below(10) === 0) {
        count.mischief++;
        deliveries.push(mischief(intent));
      }
      const isEarly = intent.status === 'succeeded';
      const fate = pick([...Array(16).fill('told'), 'lost', 'lost', 'unpaid', 'unpaid'] as const);
      if (!isEarly && fate === 'unpaid') return;
      count.paid++;
      owed.set(playerId, (owed.get(playerId) ?? 0) + offer.coins);
      if (isEarly) return;
      const paid = coins.stripe.pay(intent.id);
      if (fate === 'told') deliveries.push(...genuine(paid));
      else count.lost++;
    },
  );

  await each(shuffled(deliveries), deliver);
  const byStatus = () =>
    coins.db.rows(sql`select status, count(*) from payments group by status order by status`);
  expect(await byStatus()).toEqual([
    { status: 'credited', count: count.paid - count.lost },
    { status: 'open', count: payments - count.paid + count.lost },
  ]);

  // Credited payments would become due too, and slow this down.
  await coins.db.run(sql`update payments set next_check_at = null where status = 'credited'`);
  coins.clock.advance(3 * 60_000);
  while (
    (await coins.db.rows(sql`select id from payments where next_check_at < ${coins.clock.now()}`)).length > 0
  ) {
    await coins.reconcile();
  }
  expect(await byStatus()).toEqual([
    { status: 'credited', count: count.paid },
    { status: 'open', count: payments - count.paid },
  ]);
  for (const player of players) {
    expect((await coins.balances(player)).gamerCoins).toBe(owed.get(player.id));
  }
  // Each kind must have occurred, or it was not tested; in a short run, chance may produce few.
  expect(Math.min(...Object.values(count))).toBeGreaterThan(often(payments / 40, { briefly: 0 }));
  const { proofs } = await auditLedger(coins.db);
  expect(proofs.flatMap(({ breaches }) => breaches)).toEqual([]);
});
